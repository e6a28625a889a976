// Keeps the page: from the network where there is one, else the copy of last time.
const kept = 'trilobite';

addEventListener('install', (event) => event.waitUntil(caches.open(kept).then((cache) => cache.add('./')).then(() => skipWaiting())));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith((async () => {
        const cache = await caches.open(kept);
        try {
            const fresh = await fetch(event.request);
            if (fresh.ok) await cache.put('./', fresh.clone());
            return fresh;
        } catch {
            return cache.match('./');
        }
    })());
});
