import { fileURLToPath } from 'node:url';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Bucket, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { ORIGIN_HEADER } from '#functions/lambda/edge.ts';
import { contentSecurityPolicy, HEADERS, TLS_ONLY_SECONDS } from '#functions/server/security_headers.ts';
import type { Api } from './api.ts';
import { FunctionLog } from './log.ts';
import type { Secrets } from './secrets.ts';
import type { StackSettings } from './settings.ts';
import { PRIVATE_BUCKET, type Storage } from './storage.ts';

/** Folder of the built web application. */
const WEB_BUILD = fileURLToPath(new URL('../web/build', import.meta.url));

export interface SiteProps {
  readonly settings: StackSettings;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly api: Api;
}

/** The distribution: the web application, and the API under /api. */
export class Site extends Construct {
  readonly distribution: Distribution;
  /** Origin of the product, without a trailing slash. */
  readonly origin: string;

  constructor(scope: Construct, id: string, { settings, storage, secrets, api }: SiteProps) {
    super(scope, id);
    const { domain, webAclArn, disposable } = settings;
    const web = new Bucket(this, 'Web', {
      ...PRIVATE_BUCKET,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      serverAccessLogsBucket: storage.logs,
      serverAccessLogsPrefix: 'web/',
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    }) as IBucket;
    const responseHeadersPolicy = this.headers(storage.filesHost);
    const common = { responseHeadersPolicy, compress: true } as const;
    const screens: BehaviorOptions = {
      ...common,
      // With the right to list, S3 returns 404 for a missing file instead of 403.
      origin: S3BucketOrigin.withOriginAccessControl(web, { originAccessLevels: [AccessLevel.READ, AccessLevel.LIST] }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      functionAssociations: [this.atEdge('Screens', 'screens.js')],
    };
    const calls: BehaviorOptions = {
      ...common,
      origin: new HttpOrigin(api.host, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(30),
        customHeaders: { [ORIGIN_HEADER]: secrets.origins[0].secretValue.unsafeUnwrap() },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // All headers except Host, because the API accepts only its own host.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [this.atEdge('Viewer', 'viewer.js')],
    };
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Fugitive emissions, ${settings.stage}`,
      defaultRootObject: 'index.html',
      defaultBehavior: screens,
      additionalBehaviors: { '/api/*': calls },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // The web ACL counts single addresses, and every IPv6 client has 2⁶⁴ of them.
      enableIpv6: false,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      logBucket: storage.logs,
      logFilePrefix: 'site/',
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
    });
    // What the distribution shows is known to the functions before it is shown. Without a domain
    // the bucket's CORS rule waits for the distribution, and the functions for the bucket: calls
    // may then be refused while a new secret spreads.
    if (domain) this.distribution.node.addDependency(api.handler.lambda, api.tables.lambda);
    this.origin = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    this.publish(web, new FunctionLog(this, 'PublishingLog', settings));
  }

  /** The security headers of every host, those of TLS, and the bucket's origin for uploads. */
  private headers(filesHost: string): ResponseHeadersPolicy {
    // CloudFront has dedicated settings for these headers; others are custom headers.
    const {
      'Content-Security-Policy': _policy,
      'X-Content-Type-Options': _options,
      'Referrer-Policy': _referrer,
      ...others
    } = HEADERS;
    return new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: contentSecurityPolicy(`https://${filesHost}`),
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(TLS_ONLY_SECONDS),
          includeSubdomains: true,
          override: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }

  private atEdge(id: string, file: string) {
    const filePath = fileURLToPath(new URL(`edge/${file}`, import.meta.url));
    const code = FunctionCode.fromFile({ filePath });
    const runtime = FunctionRuntime.JS_2_0;
    return { function: new EdgeFunction(this, id, { code, runtime }), eventType: FunctionEventType.VIEWER_REQUEST };
  }

  /**
   * Files with a hash in the name are immutable, others are revalidated. Files of older releases
   * remain for open tabs.
   */
  private publish(web: IBucket, logGroup: FunctionLog): void {
    const destination = { destinationBucket: web, prune: false, memoryLimit: 512, logGroup } as const;
    const assets = new BucketDeployment(this, 'Assets', {
      ...destination,
      sources: [Source.asset(WEB_BUILD, { exclude: ['*', '!assets', '!assets/**'] })],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...destination,
      sources: [Source.asset(WEB_BUILD, { exclude: ['assets', 'assets/**', 'sources.sha256'] })],
      cacheControl: [CacheControl.noCache()],
      distribution: this.distribution,
      distributionPaths: ['/*'],
    });
    // The page is published last, after the assets that it refers to.
    pages.node.addDependency(assets);
  }
}
