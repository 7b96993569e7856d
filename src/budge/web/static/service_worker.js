// The service worker of the exported page: it stores all files in the browser, so that the page works offline. A new
// export has a new version, whose files replace the old ones once no tab shows the page.

self.importScripts("files.js"); // written by static_export.py
const { version, files } = self.exported;
const OURS = `budge ${self.registration.scope} `; // a host may have several exports
const CACHE = OURS + version;

addEventListener("install", (event) => {
  const fresh = files.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(OURS) && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((stored) => stored ?? fetch(event.request)));
});
