import type { DestinationKind } from './destination-kind.ts';
import { azureKind } from './kinds/azure.ts';
import { clickhouseKind } from './kinds/clickhouse.ts';
import { datadogKind } from './kinds/datadog.ts';
import { elasticKind } from './kinds/elastic.ts';
import { fileKind } from './kinds/file.ts';
import { gsKind } from './kinds/gs.ts';
import { httpsKind } from './kinds/https.ts';
import { lokiKind } from './kinds/loki.ts';
import { r2Kind } from './kinds/r2.ts';
import { s3Kind } from './kinds/s3.ts';
import { splunkKind } from './kinds/splunk.ts';
import { sumoKind } from './kinds/sumo.ts';

/** All kinds of destinations by scheme. */
export const destinationKinds: ReadonlyMap<string, DestinationKind> = new Map([
  ['azure', azureKind],
  ['clickhouse', clickhouseKind],
  ['datadog', datadogKind],
  ['elastic', elasticKind],
  ['file', fileKind],
  ['gs', gsKind],
  ['http', httpsKind],
  ['https', httpsKind],
  ['loki', lokiKind],
  ['r2', r2Kind],
  ['s3', s3Kind],
  ['splunk', splunkKind],
  ['sumo', sumoKind],
]);
