import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Sends a message to a queue; resolves when it is safe there. */
export type Send = (message: string) => Promise<void>;

/** Opens a queue of the workers. Time-outs are as short as those of the stores: a request has seconds. */
export function openQueue(url: string): Send {
  const client = new SQSClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });
  return async (message) => {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: message }));
  };
}
