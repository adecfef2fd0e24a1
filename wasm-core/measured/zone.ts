const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hours by which a zone that is written as an offset is ahead of UTC, as ms: «+07:00», «UTC+7», «Z». */
function writtenOffset(zone: string): number | undefined {
  if (/^(z|utc|gmt)$/i.test(zone)) return 0;
  const match = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(zone);
  if (!match) return undefined;
  const ms = (Number(match[2]) + Number(match[3] ?? 0) / 60) * HOUR_MS;
  return Number(match[2]) > 14 ? undefined : match[1] === '-' ? -ms : ms;
}

/** Ms by which the clock of a zone is ahead of UTC at a time; undefined where there is no such zone. «МСК», «Asia/Novokuznetsk». */
export function zoneOffset(zone: string, at: number): number | undefined {
  const name = /^(мск|msk)([+-]\d+)?$/i.exec(zone.trim());
  if (name) return 3 * HOUR_MS + Number(name[2] ?? 0) * HOUR_MS;
  const written = writtenOffset(zone.trim());
  if (written !== undefined) return written;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone.trim(), timeZoneName: 'longOffset' });
    const part = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return part === 'GMT' ? 0 : writtenOffset(part);
  } catch {
    return undefined;
  }
}

/** The first day on which the clock of a zone is set between two times; undefined where it never is. */
export function clockChange(zone: string, from: number, to: number): Date | undefined {
  const before = zoneOffset(zone, from);
  for (let at = from; at < to + DAY_MS; at += DAY_MS) {
    if (zoneOffset(zone, Math.min(at, to)) !== before) return new Date(at);
  }
  return undefined;
}
