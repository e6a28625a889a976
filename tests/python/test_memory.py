"""Who owns what: objects that die in any order, are closed early, and are used by several threads."""

import gc
import random
import threading
import weakref

import trilobite
from support import SAMPLES, Case
from trilobite import plain

NAMES = ("rooms.dif", "windmill.dts", "courtyard.roo", "trilobite.iqm", "outpost.vol")


def everything(folder):
    """One of each object that is made of a document, and what still has to work when others are gone."""
    document = trilobite.open((SAMPLES / "rooms.dif").read_bytes(), assets=[folder, {"x.png": b"x"}])
    scene = document.scene()
    mesh, image = scene.meshes[0], scene.images[0]
    files = trilobite.convert(document, "glb")
    fields = document.fields
    report = document.check()
    return [
        (document, lambda d: len(bytes(d))), (scene, lambda s: s.world.sum()), (mesh, lambda m: m.indices.sum()),
        (mesh.positions, lambda p: p.sum()), (image, lambda i: i.pixels.sum()), (image.pixels, lambda p: p.sum()),
        (files, lambda f: f.save(folder, replace=True)), (fields, plain), (fields.details[0].points, plain),
        (fields.details[0].lightMaps[0], lambda m: m.lightMap), (report, str),
    ]


class Order(Case):
    def test_any_order(self):
        """Whatever is left works, in order, the other way round, and in others; each of them is also the last."""
        made = everything(self.folder)
        expected = [repr(use(thing)) for thing, use in made]
        count = len(made)
        orders = [list(range(count)), list(range(count))[::-1]]
        orders += [random.Random(i).sample(range(count), count) for i in range(3)]
        orders += [[j for j in range(count) if j != i] + [i] for i in range(count)]
        for order in orders:
            made = dict(enumerate(everything(self.folder)))
            for i in order:
                thing, use = made[i]
                self.assertEqual(repr(use(thing)), expected[i], order)
                del thing, use, made[i]

    def test_closed_documents(self):
        document = self.open("rooms.dif")
        portal, scene = document.fields.details[0].portals[0], document.scene()
        materials, positions = document.fields.details[0].materials, scene.meshes[0].positions
        before = positions.sum()
        files = trilobite.convert(document, "glb")
        portal.zoneFront = 0
        for _ in range(2):
            document.close()
        for call in (document.check, document.scene, document.info, document.to_json, lambda: bytes(document),
                     lambda: document.fields, lambda: document.name, lambda: trilobite.convert(document, "glb"),
                     lambda: trilobite.render(document), lambda: document.set("a=1"), lambda: document.apply()):
            with self.assertRaisesRegex(ValueError, "closed"):
                call()
        self.assertEqual(repr(document), "<Document, closed>")
        self.assertEqual((portal.zoneFront, materials[0]), (0, "wall"))
        self.assertEqual((positions.sum(), len(files)), (before, 1))
        self.assertEqual(scene.images[0].pixels.shape[2], 4)
        with trilobite.open(SAMPLES / "outpost.vol") as volume:
            member = volume.members[0]
        self.assertIn(b"volume", member.read())

    def test_nothing_is_a_circle(self):
        gc.collect()
        gc.disable()
        self.addCleanup(gc.enable)
        document = self.open("rooms.dif")
        document.fields.details[0].portals.append({})
        document.check()
        scene = document.scene()
        handle = document._core.handle
        gone = [weakref.ref(handle), weakref.ref(scene._handle), weakref.ref(handle.session)]
        del handle
        del document, scene
        self.assertEqual([reference() for reference in gone], [None] * 3)
        document = self.open("rooms.dif")
        document.fields.details[0].minPixels = 1
        gone = weakref.ref(document._core.handle)
        document.close()
        self.assertIsNone(gone())

    def test_errors_free_what_was_made(self):
        gc.collect()
        for _ in range(50):
            try:
                trilobite.open(SAMPLES / "rooms.dif", assets="none")
            except trilobite.Error as error:
                reference = error
        self.assertTrue(reference.diagnostics)


class Threads(Case):
    def run_in(self, count, work):
        failures = []

        def run(i):
            try:
                work(i)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]

    def test_documents_of_their_own(self):
        places = trilobite.Assets(SAMPLES / "textures")
        expected = [bytes(trilobite.convert(self.open(name, assets=places), "glb")) for name in NAMES[:4]]

        def work(i):
            for j in range(4):
                which = (i + j) % 4
                with self.open(NAMES[which], assets=places) as document:
                    self.assertEqual(bytes(trilobite.convert(document, "glb")), expected[which])

        self.run_in(4, work)

    def test_one_document_shared(self):
        """Not what the library allows: the package makes one thread wait for the other."""
        document = self.open("rooms.dif")
        data = bytes(document)

        def work(i):
            for _ in range(8):
                self.assertEqual(bytes(document), data)
                self.assertFalse(document.check())
                document.scene().meshes[0].positions.sum()
                self.assertEqual(document.info()["format"], "dif")

        self.run_in(4, work)

    def test_freed_by_another_thread(self):
        made = []

        def make(i):
            for _ in range(10):
                document = self.open(NAMES[i])
                made.append((document.scene() if i < 4 else document.members, document.fields))

        def free(i):
            make(i)
            while made:
                try:
                    made.pop()
                except IndexError:
                    break
                gc.collect(0)

        self.run_in(4, free)
        self.assertFalse(made)

    def test_collected_in_the_middle_of_a_call(self):
        """A callback of the library runs the garbage collector, which frees a scene of the same document."""
        document = self.open("rooms.dif")

        class Circle:
            pass

        circle = Circle()
        circle.scene, circle.self = document.scene(), circle
        handle = weakref.ref(circle.scene._handle)
        del circle
        self.assertIsNotNone(handle())
        document._core.map_to(lambda part: gc.collect())
        self.assertIsNone(handle())
        self.assertTrue(document.check().is_valid)

    def test_errors_of_callbacks_arrive(self):
        document = self.open("rooms.dif")

        def fail(part):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            document._core.map_to(fail)
        self.assertTrue(document.check().is_valid)
