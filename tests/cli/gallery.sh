mkdir -p in/a in/b
cp "$SAMPLES"/lighthouse.nff in/a
cp "$SAMPLES"/trilobite.iqm in/b
echo "no model" >in/b/broken.dif
trilobite convert in/a/lighthouse.nff in/b/trilobite.iqm in/b/broken.dif in/none.dts shelf.html --assets "$SAMPLES"/textures
echo "exit $?"
find shelf* | LC_ALL=C sort
sed -n 's|.*<title>|<title>|p; s|.*id="index">\(.*\)</script>|\1|p' shelf.html
for script in shelf_files/*.js; do
    sed 's|,"[A-Za-z0-9+/=]*");$|,"…");|' $script
done
for model in 1 2; do # the GLB of the page of one model
    sed 's|.*,"\([A-Za-z0-9+/=]*\)");$|\1|' shelf_files/000$model.js | base64 -d | head -c 4
    echo
done
trilobite info shelf_files/0002.png | grep -e width -e height
echo "-- again"
trilobite convert in/a/lighthouse.nff in/b/trilobite.iqm shelf.html
echo "exit $?"
rm shelf.html
trilobite convert in/a/lighthouse.nff in/b/trilobite.iqm shelf.html --assets "$SAMPLES"/textures
echo "exit $?"
trilobite convert in/a/lighthouse.nff in/b/trilobite.iqm shelf.html --assets "$SAMPLES"/textures --force --size 64x48
echo "exit $?"
trilobite info shelf_files/0002.png | grep -e width -e height
echo "-- nowhere"
trilobite convert in/a/lighthouse.nff in/b/trilobite.iqm - --to html
echo "exit $?"
trilobite convert in/a/lighthouse.nff in/b/trilobite.iqm none/shelf.html --assets "$SAMPLES"/textures
echo "exit $?"
find none | LC_ALL=C sort
echo "-- JSON of each input; options that none uses"
trilobite convert --jsonl in/a/lighthouse.nff in/none.dts json.html --assets "$SAMPLES"/textures | sed 's/"size":[0-9]*/"size":0/g'
trilobite convert in/a/lighthouse.nff "$SAMPLES"/rooms.dif lod.html --assets "$SAMPLES"/textures --lod 0 -q
echo "exit $?"
trilobite convert in/a/lighthouse.nff in/b/trilobite.iqm lod.html --assets "$SAMPLES"/textures --lod 0 --force
echo "exit $?"
echo "-- names with letters of HTML; folders that begin alike"
mkdir in/barn
cp in/b/trilobite.iqm in/barn
trilobite convert in/b/trilobite.iqm in/barn/trilobite.iqm 'a<b&c.html' -q --size 8x8
sed -n 's|.*<title>|<title>|p; s|.*id="index">\(.*\)</script>|\1|p' 'a<b&c.html'
echo "-- folders without the one that all are in"
mkdir -p in/a/deep
cp in/b/trilobite.iqm in/a/deep
trilobite convert in/a/deep/trilobite.iqm in/a/lighthouse.nff in/b/trilobite.iqm deep.html -q --size 8x8
sed -n 's|.*id="index">\(.*\)</script>|\1|p' deep.html
