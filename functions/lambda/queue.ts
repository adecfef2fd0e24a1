import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/**
 * Sends a message of a company to a queue; resolves when the queue has stored it. The company is
 * the message group: this makes a standard queue a fair queue, in which many or slow messages of
 * one group do not delay those of others.
 */
export type Send = (message: string, company: string) => Promise<void>;

/**
 * Opens a queue of the workers. Time-outs are short, like those of the stores, because a request
 * waits.
 */
export function openQueue(url: string): Send {
  const client = new SQSClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });
  return async (message, company) => {
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: message, MessageGroupId: company }));
  };
}
