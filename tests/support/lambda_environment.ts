const NAMES = [
  'TABLE_NAME',
  'BUCKET_NAME',
  'SIGNING_KEYS_SECRET',
  'HASH_KEY_SECRET',
  'ORIGIN_SECRETS',
  'EXPORT_QUEUE_URL',
];

/** All variables that a Lambda bundle reads, with placeholder values. */
export const LAMBDA_ENVIRONMENT = {
  ...Object.fromEntries(NAMES.map((name) => [name, 'x'])),
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'x',
  AWS_SECRET_ACCESS_KEY: 'x',
} as const;
