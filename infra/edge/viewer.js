// Runs at the distribution (CloudFront Functions, cloudfront-js-2.0) for the API: tells it the person's address, whatever he claims himself.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by name
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
