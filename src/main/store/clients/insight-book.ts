import type { Sqlite } from "#main/store/database/open.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import { type AssignedRole, type ClientInsight, clientInsight, type InsightRow } from "#shared/contract/clients/client-insights.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";

const DAYS_SHOWN = 14;
const DAYS_KEPT = 60;

/** What the firm's file keeps of every client's books and reading. Figures of an earlier release's shape are made again. */
export function listInsights(db: Sqlite): InsightRow[] {
  const rows = db.prepare("SELECT c.client_id AS clientId, i.body FROM client c LEFT JOIN client_insight i USING (client_id)").all() as {
    clientId: string;
    body: string | null;
  }[];
  const days = db.prepare("SELECT client_id AS clientId, day, calls FROM read_day ORDER BY day").all() as {
    clientId: string;
    day: CalendarDate;
    calls: number;
  }[];
  const reads = Map.groupBy(days, ({ clientId }) => clientId);
  return rows.map(({ clientId, body }) => {
    const read = body === null ? null : clientInsight.safeParse(JSON.parse(body));
    return {
      clientId,
      insight: read?.success ? read.data : null,
      reads: (reads.get(clientId) ?? []).slice(-DAYS_SHOWN).map(({ day, calls }) => ({ day, calls })),
    };
  });
}

export function saveInsight(db: Sqlite, insight: ClientInsight): void {
  db.prepare("INSERT INTO client_insight (client_id, body) VALUES (?,?) ON CONFLICT (client_id) DO UPDATE SET body = excluded.body").run(
    insight.clientId,
    JSON.stringify(insight),
  );
}

/** Adds requests to a client's day, and lets go of days long past. */
export function addReads(
  db: Sqlite,
  { clientId, day, calls }: { readonly clientId: string; readonly day: CalendarDate; readonly calls: number },
): void {
  db.transaction(() => {
    db.prepare(
      "INSERT INTO read_day (client_id, day, calls) VALUES (?,?,?) ON CONFLICT (client_id, day) DO UPDATE SET calls = calls + excluded.calls",
    ).run(clientId, day, calls);
    db.prepare(
      "DELETE FROM read_day WHERE client_id = @clientId AND day <= (SELECT day FROM read_day WHERE client_id = @clientId ORDER BY day DESC LIMIT 1 OFFSET @kept)",
    ).run({ clientId, kept: DAYS_KEPT });
  }).immediate();
}

export interface Assignment extends Act {
  readonly clientIds: readonly string[];
  readonly role: AssignedRole;
  /** Null: nobody's. */
  readonly assignee: string | null;
}

/** Gives clients to a person, or to nobody. @returns whose they were */
export function assignClients(
  db: Sqlite,
  { clientIds, role, assignee, person, nowMs }: Assignment,
): { readonly clientId: string; readonly person: string | null }[] {
  const known = db.prepare("SELECT person FROM client_person WHERE client_id = ? AND role = ?").pluck();
  const give = db.prepare(
    `INSERT INTO client_person (client_id, role, person, assigned_by, assigned_ms) SELECT client_id, ?, ?, ?, ? FROM client WHERE client_id = ?
     ON CONFLICT (client_id, role) DO UPDATE SET person = excluded.person, assigned_by = excluded.assigned_by, assigned_ms = excluded.assigned_ms`,
  );
  const take = db.prepare("DELETE FROM client_person WHERE client_id = ? AND role = ?");
  return db
    .transaction(() =>
      clientIds.map((clientId) => {
        const before = (known.get(clientId, role) as string | undefined) ?? null;
        if (assignee === null) take.run(clientId, role);
        else give.run(role, assignee, person, nowMs, clientId);
        return { clientId, person: before };
      }),
    )
    .immediate();
}

/** Whose clients they are. */
export function assignedPeople(db: Sqlite): { readonly clientId: string; readonly role: AssignedRole; readonly person: string }[] {
  return db.prepare("SELECT client_id AS clientId, role, person FROM client_person").all() as {
    clientId: string;
    role: AssignedRole;
    person: string;
  }[];
}
