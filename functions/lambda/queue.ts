import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/**
 * Sends a message of a company to a queue; resolves when it is safe there. The company is the message's group: of a standard queue that
 * makes a fair one, in which many or slow messages of one group do not hold up those of others.
 */
export type Send = (message: string, company: string) => Promise<void>;

/** Opens a queue of the workers. Time-outs are as short as those of the stores: a request has seconds. */
export function openQueue(url: string): Send {
  const client = new SQSClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });
  return async (message, company) => {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: message, MessageGroupId: company }));
  };
}
