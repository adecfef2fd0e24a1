// Runs at the distribution (CloudFront Functions, cloudfront-js-2.0) for what is not the API: a path without an extension is a screen,
// and every screen is the one page. A missing file stays missing: answering it with a page would poison caches.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by name
function handler(event) {
  const request = event.request;
  const path = request.uri;
  if (path === '/backend' || path === '/backend/') {
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/admin' } } };
  }
  const isFile = path.startsWith('/assets/') || path.slice(path.lastIndexOf('/')).includes('.');
  if (!isFile) request.uri = '/index.html';
  return request;
}
