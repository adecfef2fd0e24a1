import { Aws, Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { RUN_MS } from '#functions/jobs/times.ts';
import { ALARMING, type AlarmingEvent } from '#functions/log.ts';
import type { Api } from './api.ts';
import type { Events, QueueWorker } from './events.ts';
import type { ProductFunction } from './function.ts';
import type { Secrets } from './secrets.ts';
import type { StackSettings } from './settings.ts';
import type { Storage } from './storage.ts';

/** Pages of `docs/runbook/`. */
type Page = 'api' | 'jobs' | 'sign-in' | 'functions' | 'table';

const FIVE_MINUTES = Duration.minutes(5);

/** Age at which an unfinished job counts as stuck, s; longer than its ticket, claims and time. */
const STUCK_SECONDS = 60 * 60;

export interface ObservabilityProps {
  readonly settings: StackSettings;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly events: Events;
  readonly api: Api;
}

interface Watch {
  readonly page: Page;
  readonly metric: IMetric;
  readonly over: number;
  /** Consecutive periods before the alarm. */
  readonly periods?: number;
  /** Whether missing data also triggers the alarm, for metrics that must not be too low. */
  readonly orSilent?: true;
}

/** Alarms, each with its runbook page, and one dashboard. */
export class Observability extends Construct {
  readonly topic: Topic;
  private readonly stage: string;

  constructor(scope: Construct, id: string, { settings, storage, secrets, events, api }: ObservabilityProps) {
    super(scope, id);
    this.stage = settings.stage;
    this.topic = new Topic(this, 'Topic', { enforceSSL: true, displayName: `Fugitive emissions, ${settings.stage}` });
    // CDK's policy that requires TLS replaces the topic's default policy, which admitted the
    // account's alarms.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sns:Publish'],
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    if (settings.alarmEmail) this.topic.addSubscription(new EmailSubscription(settings.alarmEmail));

    this.watchApi(api);
    for (const [name, line] of Object.entries({ Uploads: events.uploads, Exports: events.exports })) {
      this.watchLine(name, line);
    }
    this.watchJobs(events);
    this.watchSignIn(api.handler.log);
    this.watchTable(storage);
    const functions = [
      api.handler,
      api.tables,
      events.uploads.worker,
      events.exports.worker,
      events.sweeper,
      secrets.rotation,
    ];
    for (const one of functions) this.watchFunction(one);
    if (settings.alarmEmail && settings.monthlyBudget) this.watchCost(settings.alarmEmail, settings.monthlyBudget);
    this.draw(api, events, storage);
  }

  private watchApi({ api, handler, tables }: Api): void {
    const [errors, calls] = [api.metricServerError(), api.metricCount()];
    const share = new MathExpression({
      expression: 'IF(calls > 20, 100 * errors / calls, 0)',
      usingMetrics: { errors: errors.with({ statistic: 'Sum' }), calls: calls.with({ statistic: 'Sum' }) },
      period: FIVE_MINUTES,
      label: 'Errors of ours, % of calls',
    });
    this.watch('ApiErrors', { page: 'api', metric: share, over: 1 });
    const slow = api.metricLatency({ statistic: Stats.percentile(99), period: FIVE_MINUTES });
    this.watch('ApiSlow', { page: 'api', metric: slow, over: 2000, periods: 3 });
    // API Gateway does not count an internal error that the API itself reports in its response.
    for (const [name, log] of Object.entries({ Api: handler.log, Tables: tables.log })) {
      this.watch(`${name}Failures`, { page: 'api', metric: this.counted(log, ALARMING.requestFailed), over: 5 });
    }
  }

  private watchLine(name: string, { queue, aside }: QueueWorker): void {
    const put = aside.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: 'Maximum' });
    this.watch(`${name}PutAside`, { page: 'jobs', metric: put, over: 0 });
    const waiting = queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: 'Maximum' });
    // A message in progress is hidden; one older than a worker's time-out is waiting for a worker.
    this.watch(`${name}Waiting`, { page: 'jobs', metric: waiting, over: RUN_MS / 1000 });
  }

  private watchJobs({ sweeper, uploads }: Events): void {
    const oldest = this.counted(sweeper.log, ALARMING.swept, 'oldest_seconds').with({ statistic: 'Maximum' });
    this.watch('JobsStuck', { page: 'jobs', metric: oldest, over: STUCK_SECONDS });
    for (const [name, log] of Object.entries({ Sweeper: sweeper.log, Worker: uploads.worker.log })) {
      this.watch(`JobsGivenUpBy${name}`, { page: 'jobs', metric: this.counted(log, ALARMING.jobGivenUp), over: 0 });
    }
    const looks = sweeper.lambda.metricInvocations({ period: FIVE_MINUTES, statistic: 'Sum' });
    this.watch('SweeperSilent', { page: 'jobs', metric: looks, over: 1, orSilent: true });
  }

  private watchSignIn(log: ILogGroup): void {
    this.watch('TokenReused', { page: 'sign-in', metric: this.counted(log, ALARMING.refreshReused), over: 0 });
    this.watch('SignInRefused', { page: 'sign-in', metric: this.counted(log, ALARMING.signInRefused), over: 100 });
    // Someone knows the password of an account but not its key code: no such attempt is normal.
    this.watch('KeyCodeRefused', { page: 'sign-in', metric: this.counted(log, ALARMING.keyCodeRefused), over: 5 });
    this.watch('SignInThrottled', { page: 'sign-in', metric: this.counted(log, ALARMING.signInThrottled), over: 20 });
    this.watch('KeysNotRead', { page: 'sign-in', metric: this.counted(log, ALARMING.keysNotRead), over: 0 });
  }

  private watchTable({ table }: Storage): void {
    const names = { ReadThrottleEvents: 'Reads', WriteThrottleEvents: 'Writes' };
    for (const [metricName, name] of Object.entries(names)) {
      const metric = table.metric(metricName, { statistic: 'Sum', period: FIVE_MINUTES });
      this.watch(`Table${name}Throttled`, { page: 'table', metric, over: 0 });
    }
    const errors = new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'SystemErrors',
      dimensionsMap: { TableName: table.tableName },
      statistic: 'Sum',
      period: FIVE_MINUTES,
    });
    this.watch('TableErrors', { page: 'table', metric: errors, over: 0 });
  }

  private watchFunction({ node, lambda, seconds, concurrency }: ProductFunction): void {
    const name = `${node.scope?.node.id}${node.id}`;
    const [page, period] = ['functions', FIVE_MINUTES] as const;
    this.watch(`${name}Errors`, { page, metric: lambda.metricErrors({ period }), over: 0 });
    this.watch(`${name}Throttled`, { page, metric: lambda.metricThrottles({ period }), over: 0 });
    const longest = lambda.metricDuration({ period, statistic: Stats.percentile(99) });
    this.watch(`${name}Slow`, { page, metric: longest, over: 0.8 * seconds * 1000 });
    if (concurrency <= 1) return;
    const running = lambda.metric('ConcurrentExecutions', { period, statistic: 'Maximum' });
    this.watch(`${name}Crowded`, { page, metric: running, over: 0.8 * concurrency });
  }

  private watchCost(address: string, limit: number): void {
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: limit, unit: 'USD' } },
      notificationsWithSubscribers: [50, 80, 100].map((threshold) => ({
        notification: { notificationType: 'ACTUAL', comparisonOperator: 'GREATER_THAN', threshold },
        subscribers: [{ subscriptionType: 'EMAIL', address }],
      })),
    });
  }

  /** Metric of an event in a log: its count, or a numeric field of its lines. */
  private counted(log: ILogGroup, event: AlarmingEvent, figure?: string): Metric {
    const filter = new MetricFilter(this, `${log.node.scope?.node.path.replaceAll('/', '')}${event}`, {
      logGroup: log,
      filterPattern: FilterPattern.stringValue('$.event', '=', event),
      metricNamespace: `FugitiveEmissions/${this.stage}`,
      metricName: `${log.node.scope?.node.id}-${event}`,
      ...(figure !== undefined && { metricValue: `$.${figure}` }),
    });
    return filter.metric({ statistic: 'Sum', period: FIVE_MINUTES });
  }

  private watch(id: string, { page, metric, over, periods = 1, orSilent }: Watch): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold: over,
      evaluationPeriods: periods,
      comparisonOperator: orSilent ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: orSilent ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `What to do: docs/runbook/${page}.md, «${id}»`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }

  private draw({ api }: Api, { uploads, exports: built }: Events, { table }: Storage): void {
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: `fugitive-emissions-${this.stage}` });
    const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    const latency = (percentile: number) => api.metricLatency({ statistic: Stats.percentile(percentile) });
    dashboard.addWidgets(
      graph('Calls and errors', api.metricCount(), api.metricServerError(), api.metricClientError()),
      graph('Latency, ms', latency(50), latency(99)),
      graph(
        'Waiting files and exports',
        uploads.queue.metricApproximateNumberOfMessagesVisible(),
        built.queue.metricApproximateNumberOfMessagesVisible(),
      ),
      graph(
        'Put aside',
        uploads.aside.metricApproximateNumberOfMessagesVisible(),
        built.aside.metricApproximateNumberOfMessagesVisible(),
      ),
      graph('Workers, ms', uploads.worker.lambda.metricDuration(), built.worker.lambda.metricDuration()),
      graph(
        'Table, units',
        table.metricConsumedReadCapacityUnits({ statistic: 'Sum' }),
        table.metricConsumedWriteCapacityUnits({ statistic: 'Sum' }),
      ),
    );
  }
}
