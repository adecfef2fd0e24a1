import type { APIGatewayProxyEventV2, Context, SQSEvent } from 'aws-lambda';
import { v4 } from 'uuid';

// Events as AWS documents them, with every field that it prints, so that the entries meet what they will meet.

/** What differs between two requests. */
export interface ApiRequest {
  readonly method?: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string comes as text, bytes come in base64, as API Gateway decides by the content type. */
  readonly body?: string | Uint8Array;
  readonly sourceIp?: string;
}

/** API Gateway Developer Guide, «Create AWS Lambda proxy integrations for HTTP APIs», payload format version 2.0. */
export function apiEvent({ method = 'GET', path, query = '', headers = {}, body, sourceIp = '192.0.2.1' }: ApiRequest) {
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey: 'ANY /api/{proxy+}',
    rawPath: path,
    rawQueryString: query,
    headers: { host: 'api-id.execute-api.eu-central-1.amazonaws.com', 'x-forwarded-proto': 'https', ...headers },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api-id',
      domainName: 'api-id.execute-api.eu-central-1.amazonaws.com',
      domainPrefix: 'api-id',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'agent' },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: 'ANY /api/{proxy+}',
      stage: '$default',
      time: '12/Mar/2020:19:03:58 +0000',
      timeEpoch: 1583348638390,
    },
    pathParameters: { proxy: path.replace('/api/', '') },
    isBase64Encoded: body instanceof Uint8Array,
    ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body).toString('base64') }),
  };
  return event;
}

/** AWS Lambda Developer Guide, «Using Lambda with Amazon SQS», example standard queue message event. */
export function sqsEvent(bodies: readonly string[], sentAt = 0): SQSEvent {
  return {
    Records: bodies.map((body) => ({
      messageId: v4(),
      receiptHandle: 'AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a...',
      body,
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: String(sentAt),
        SenderId: 'AIDAIENQZJOLO23YVJ4VO',
        ApproximateFirstReceiveTimestamp: String(sentAt + 10),
      },
      messageAttributes: {},
      md5OfBody: 'e4e68fb7bd0e697a0ae8f1bb342846b3',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:my-queue',
      awsRegion: 'eu-central-1',
    })),
  };
}

/** Amazon S3 User Guide, «Event message structure», of an object made by a form; the key as S3 writes it. */
export function storedEvent(bucket: string, key: string, eventName = 'ObjectCreated:Post'): string {
  return JSON.stringify({
    Records: [
      {
        eventVersion: '2.2',
        eventSource: 'aws:s3',
        awsRegion: 'eu-central-1',
        eventTime: '1970-01-01T00:00:00.000Z',
        eventName,
        userIdentity: { principalId: 'AIDAJDPLRKLG7UEXAMPLE' },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: {
          'x-amz-request-id': 'C3D13FE58DE4C810',
          'x-amz-id-2': 'FMyUVURIY8/IgAtTv8xRjskZQpcIZ9KG4V5W',
        },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'testConfigRule',
          bucket: { name: bucket, ownerIdentity: { principalId: 'A3NL1KOZZKExample' }, arn: `arn:aws:s3:::${bucket}` },
          object: {
            key,
            size: 1024,
            eTag: 'd41d8cd98f00b204e9800998ecf8427e',
            versionId: '096f',
            sequencer: '0055AED6',
          },
        },
      },
    ],
  });
}

/** The same page: what S3 sends once, when notifications are set up. */
export function s3TestEvent(bucket: string): string {
  return JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: '2014-10-13T15:57:02.089Z',
    Bucket: bucket,
    RequestId: '5582815E1AEA5ADF',
    HostId: '8cLeGAmw098X5cv4Zkwcmo8vvZa3eH3eKxsPzbB9wrR+YstdA6Knx4Ip8EXAMPLE',
  });
}

/** AWS Secrets Manager User Guide, «Rotation by Lambda function»: the steps, in their order. */
export const ROTATION_STEPS = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;

/** AWS Lambda Developer Guide, «AWS Lambda context object in Node.js», as far as the entries read it. */
export function contextOf(remainingMs = 60_000): Context {
  return { awsRequestId: v4(), getRemainingTimeInMillis: () => remainingMs } as Context;
}
