import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeHash, newLogin } from "#main/firm/join-code.ts";
import { scramVerifier } from "#main/firm/scram.ts";
import type { Server } from "#main/store/server/connect.ts";
import { type JoinedMachine, must, run, type ServerFirm, serverFirm } from "#test/support/server-firm.ts";

let firm: ServerFirm & { readonly admin: JoinedMachine };
let pia: JoinedMachine;
let rita: JoinedMachine;
let vito: JoinedMachine;

beforeAll(async () => {
  firm = await serverFirm(["birch", "cedar"]);
  pia = await firm.join("Pia", "preparer", { clients: ["birch"] });
  rita = await firm.join("Rita", "reviewer");
  vito = await firm.join("Vito", "viewer");
});
afterAll(() => firm.end());

interface Sign {
  readonly person: string;
  readonly role: "preparer" | "reviewer";
  readonly subject?: string;
  readonly period?: string;
  readonly madeMs?: number;
  readonly undoneBy?: string;
  readonly client?: string;
  readonly source?: string;
}

/** A sign-off as plain SQL, with whatever an attacker puts into it. */
function sign({ person, role, period = "2026-10", madeMs = 1, undoneBy, client = "birch", source = "own", ...given }: Sign): string {
  const subject = given.subject ?? `${period}|${role}`;
  const undone = { undoneMs: undoneBy === undefined ? null : 2, undoneBy: undoneBy ?? null };
  const body = { kind: "close_sign", subject, body: JSON.stringify({ role, hash: "h" }), person, madeMs, ...undone };
  return `INSERT INTO tieout.fact (client_id, fact_id, kind, source, body)
    VALUES ('${client}', '${randomUUID()}', 'close_sign', '${source}', '${JSON.stringify(body)}')`;
}

/** The code of the refusal, or null when the statement went through. */
async function refused(machine: { readonly server: Server }, statement: string): Promise<string | null> {
  const done = await machine.server.read(run(statement));
  return done.ok ? null : done.failure.code;
}

const count = async (machine: JoinedMachine, table: string) =>
  must(await machine.server.read(run(`SELECT count(*)::int AS n FROM tieout.${table}`)))[0]?.n;

describe("sign-offs, attacked with plain SQL", () => {
  test("what is allowed goes through: a preparer prepares, another person reviews", async () => {
    expect(await refused(pia, sign({ person: "Pia@lab", role: "preparer", period: "2026-01" }))).toBeNull();
    expect(await refused(rita, sign({ person: "Rita@lab", role: "reviewer", period: "2026-01" }))).toBeNull();
  });

  test("a preparer can't sign as reviewer, and hears who can", async () => {
    const done = await pia.server.read(run(sign({ person: "Pia@lab", role: "reviewer" })));
    expect(done).toMatchObject({ failure: { code: "not_allowed", next: "These people can do it: Ada, Rita." } });
  });

  test("nor by naming another role in the subject than in the sign-off, in either direction", async () => {
    expect(await refused(pia, sign({ person: "Pia@lab", role: "preparer", subject: "2026-10|reviewer" }))).toBe("not_allowed");
    expect(await refused(pia, sign({ person: "Pia@lab", role: "reviewer", subject: "2026-10|preparer" }))).toBe("not_allowed");
  });

  test("nobody signs in somebody else's name", async () => {
    expect(await refused(pia, sign({ person: "Rita@lab", role: "preparer" }))).toBe("not_allowed");
    expect(await refused(rita, sign({ person: "Pia@lab", role: "preparer" }))).toBe("not_allowed");
  });

  test("nor by calling it an old record: those are an administrator's, and end with the move", async () => {
    expect(await refused(pia, sign({ person: "Rita@lab", role: "reviewer", source: "moved_in" }))).toBe("not_allowed");
    expect(await refused(firm.admin, sign({ person: "Rita@lab", role: "reviewer", source: "moved_in" }))).toBe("not_allowed");
    const eve = await firm.join("Eve", "reviewer", { isMovingIn: true });
    expect(await refused(eve, sign({ person: "Rita@lab", role: "reviewer", period: "2025-01", source: "moved_in" }))).toBe("not_allowed");
  });

  test("one person is never both, whichever comes first", async () => {
    expect(await refused(rita, sign({ person: "Rita@lab", role: "preparer", period: "2026-02" }))).toBeNull();
    expect(await refused(rita, sign({ person: "Rita@lab", role: "reviewer", period: "2026-02" }))).toBe("conflict");
    expect(await refused(rita, sign({ person: "rita@elsewhere", role: "reviewer", period: "2026-02" }))).toBe("conflict");
    expect(await refused(rita, sign({ person: "Rita@lab", role: "reviewer", period: "2026-03" }))).toBeNull();
    expect(await refused(rita, sign({ person: "Rita@lab", role: "preparer", period: "2026-03" }))).toBe("conflict");
  });

  test("nor in two transactions at once", async () => {
    const both = (["preparer", "reviewer"] as const).map((role) => refused(rita, sign({ person: "Rita@lab", role, period: "2026-04" })));
    expect((await Promise.all(both)).filter((code) => code === null)).toHaveLength(1);
  });

  test("a preparer takes back a preparer's sign-off, and no reviewer's", async () => {
    const reviewed = { person: "Rita@lab", role: "reviewer", period: "2026-01" } as const;
    expect(await refused(pia, sign({ ...reviewed, undoneBy: "Pia@lab" }))).toBe("not_allowed");
    expect(await refused(pia, sign({ ...reviewed, undoneBy: "Rita@lab" }))).toBe("not_allowed");
    const prepared = { person: "Pia@lab", role: "preparer", period: "2026-01" } as const;
    expect(await refused(rita, sign({ ...prepared, undoneBy: "Rita@lab" }))).toBeNull();
  });

  test("a sign-off that was never given can't be taken back, which would make it look given", async () => {
    expect(await refused(firm.admin, sign({ person: "Rita@lab", role: "reviewer", period: "2026-09", undoneBy: "Ada@lab" }))).toBe(
      "not_allowed",
    );
  });

  test("acts of reviewers and administrators are theirs, and a viewer records nothing", async () => {
    const fact = (kind: string, person: string) =>
      `INSERT INTO tieout.fact (client_id, fact_id, kind, body) VALUES ('birch', '${randomUUID()}', '${kind}', '{"person":"${person}","subject":"s"}')`;
    for (const kind of ["flux_return", "reconciliation_return", "tie_out_accepted", "gate_override"]) {
      expect([kind, await refused(pia, fact(kind, "Pia@lab"))]).toEqual([kind, "not_allowed"]);
      expect([kind, await refused(rita, fact(kind, "Rita@lab"))]).toEqual([kind, null]);
    }
    expect(await refused(rita, fact("person", "Rita@lab"))).toBe("not_allowed");
    expect(await refused(vito, fact("note", "Vito@lab"))).toBe("not_allowed");
  });
});

describe("the logs, attacked with plain SQL", () => {
  test("nobody sets a person, machine, time, number or hash", async () => {
    for (const [column, value] of [
      ["person", "'Rita'"],
      ["machine_id", `'${rita.machineId}'`],
      ["at", "now()"],
      ["fact_no", "1"],
      ["hash", "'\\x00'"],
      ["signer", "'rita'"],
      ["undone", "false"],
    ])
      expect([
        column,
        await refused(
          pia,
          `INSERT INTO tieout.fact (client_id, fact_id, kind, body, ${column}) VALUES ('birch', '${randomUUID()}', 'note', '{}', ${value})`,
        ),
      ]).toEqual([column, "not_allowed"]);
  });

  test("nobody changes or deletes a fact or page, not even an administrator", async () => {
    for (const table of ["fact", "mirror_page", "fact_0", "mirror_page_0", "client_log"])
      for (const machine of [pia, firm.admin]) {
        expect(await refused(machine, `UPDATE tieout.${table} SET client_id = 'cedar'`)).toBe("not_allowed");
        expect(await refused(machine, `DELETE FROM tieout.${table}`)).toBe("not_allowed");
        expect(await refused(machine, `TRUNCATE tieout.${table}`)).toBe("not_allowed");
      }
  });

  test("nobody gets around the triggers and rules", async () => {
    for (const statement of [
      "ALTER TABLE tieout.fact DISABLE TRIGGER ALL",
      "ALTER TABLE tieout.fact DISABLE ROW LEVEL SECURITY",
      "SET session_replication_role = replica",
      "SET SESSION AUTHORIZATION postgres",
      "SET ROLE postgres",
      "CREATE FUNCTION tieout.me2() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "INSERT INTO tieout.member (person, app_role) VALUES ('Mallory', 'admin')",
      "UPDATE tieout.member SET app_role = 'admin'",
      "UPDATE tieout.machine SET revoked_at = NULL",
      "DELETE FROM tieout.fact_right",
      "SELECT * FROM tieout.invite",
      "INSERT INTO tieout.fact_0 (client_id, fact_id, kind, body) VALUES ('birch', gen_random_uuid(), 'note', '{}')",
    ])
      expect([statement, await refused(pia, statement)]).toEqual([statement, "not_allowed"]);
  });

  test("a person who works on chosen clients sees and writes nothing of the others", async () => {
    const note = (client: string) =>
      `INSERT INTO tieout.fact (client_id, fact_id, kind, body) VALUES ('${client}', '${randomUUID()}', 'note', '{"id":"n","person":"Rita@lab"}')`;
    expect(await refused(rita, note("cedar"))).toBeNull();
    expect(await count(rita, "fact WHERE client_id = 'cedar'")).toBe(1);
    for (const table of ["fact", "mirror_page", "client", "client_log", "lease", "write_job"])
      expect([table, await count(pia, `${table} WHERE client_id = 'cedar'`)]).toEqual([table, 0]);
    expect(await refused(pia, note("cedar"))).toBe("not_allowed");
    expect(await refused(pia, "SELECT tieout.lease_take('cedar', NULL, 60)")).toBe("not_allowed");
    expect(await refused(pia, "SELECT tieout.presence_here('cedar', 60)")).toBe("not_allowed");
    expect(await refused(pia, "SELECT tieout.client_put('cedar', 'Mine', '{}')")).toBe("not_allowed");
  });
});

describe("leases, attacked with plain SQL", () => {
  const take = async (machine: JoinedMachine, client: string, seconds = 60) =>
    must(await machine.server.read(run(`SELECT fence, until FROM tieout.lease_take('${client}', '${machine.machineId}', ${seconds})`)))[0];
  const page = (client: string, fence: unknown) =>
    `INSERT INTO tieout.mirror_page (client_id, page_id, fence, stream, kind, body) VALUES ('${client}', '${randomUUID()}', ${fence}, 'bills', 'page', '\\x00')`;

  test("one holder; only it commits, and never with a stale number", async () => {
    const held = await take(rita, "birch");
    expect(await take(pia, "birch")).toBeUndefined();
    expect(await refused(rita, page("birch", held?.fence))).toBeNull();
    expect(await refused(pia, page("birch", held?.fence))).toBe("lease_lost");
    expect(must(await rita.server.read(run(`SELECT tieout.lease_release('birch', ${held?.fence})`)))[0]?.lease_release).toBe(true);
    const next = await take(pia, "birch");
    expect(Number(next?.fence)).toBeGreaterThan(Number(held?.fence));
    expect(await refused(rita, page("birch", held?.fence))).toBe("lease_lost");
    expect(await refused(rita, page("birch", next?.fence))).toBe("lease_lost");
    for (const call of [
      `lease_renew('birch', ${held?.fence}, 60)`,
      `lease_release('birch', ${held?.fence})`,
      `lease_release('birch', ${next?.fence})`,
    ])
      expect(must(await rita.server.read(run(`SELECT tieout.${call} AS done`)))[0]?.done ?? false).toBe(false);
    expect(await refused(pia, page("birch", next?.fence))).toBeNull();
  });

  test("an expired lease commits nothing, whatever its holder says the time is", async () => {
    const held = await take(rita, "cedar", 1);
    must(await rita.server.read(run("SELECT pg_sleep(1.1)")));
    expect(await refused(rita, page("cedar", held?.fence))).toBe("lease_lost");
    const claims = `SET LOCAL TIME ZONE 'Pacific/Kiritimati'; ${page("cedar", held?.fence)}`;
    expect(await refused(rita, claims)).toBe("lease_lost");
    expect(await refused(rita, `UPDATE tieout.lease SET until = now() + interval '1 day'`)).toBe("not_allowed");
    expect(await refused(rita, "INSERT INTO tieout.lease VALUES ('cedar', NULL, 99, 'infinity')")).toBe("not_allowed");
  });

  test("nobody takes a lease for another machine or for days", async () => {
    expect(await refused(rita, `SELECT tieout.lease_take('cedar', '${pia.machineId}', 60)`)).toBe("server_refused");
    expect(await refused(rita, `SELECT tieout.lease_take('cedar', '${rita.machineId}', 86400)`)).toBe("invalid_input");
  });

  test("a job and its calls change under the lease alone", async () => {
    const job = (fence: string) =>
      `INSERT INTO tieout.write_job (client_id, job_id, action_id, state, content, body, fence) VALUES ('cedar', '${randomUUID()}', '${randomUUID()}', 'sending', '', '{}', ${fence})`;
    expect(await refused(rita, job("7"))).toBe("lease_lost");
    const held = await take(rita, "cedar");
    expect(await refused(rita, job(String(held?.fence)))).toBeNull();
    expect(await refused(firm.admin, `UPDATE tieout.write_job SET state = 'draft' WHERE client_id = 'cedar'`)).toBe("lease_lost");
    expect(await refused(vito, job("NULL"))).toBe("not_allowed");
    expect(await refused(rita, "DELETE FROM tieout.write_job")).toBe("not_allowed");
  });
});

describe("joining and leaving, attacked with plain SQL", () => {
  const invitation = (person: string, role: string, clients = "NULL") => {
    const { login, password } = newLogin();
    return `SELECT tieout.invite('${person}', '${role}', ${clients}, '${login}', '${scramVerifier(password)}', '\\x${codeHash(password).toString("hex")}', 1)`;
  };

  test("only administrators invite, but everybody may add a machine of their own as what they are", async () => {
    expect(await refused(pia, invitation("Mallory", "admin"))).toBe("not_allowed");
    expect(await refused(pia, invitation("Pia", "admin"))).toBe("not_allowed");
    expect(await refused(pia, invitation("Pia", "preparer", "ARRAY['cedar']"))).toBe("not_allowed");
    expect(await refused(pia, invitation("Rita", "reviewer"))).toBe("not_allowed");
    expect(await refused(pia, invitation("Pia", "preparer"))).toBeNull();
  });

  test("a login can't be made of another kind, and a password is never in a statement", async () => {
    const login = (name: string, verifier: string) => `SELECT tieout.invite('Zoe', 'viewer', NULL, '${name}', '${verifier}', '\\x00', 1)`;
    expect(await refused(firm.admin, login("postgres", scramVerifier("x")))).toBe("invalid_input");
    expect(await refused(firm.admin, login("tieout_0123456789", "plain"))).toBe("invalid_input");
  });

  test("a machine that was removed sees and writes nothing, on a connection that is still open too", async () => {
    const lost = await firm.join("Lou", "reviewer");
    const held = await take(lost);
    expect(await refused(pia, `SELECT tieout.revoke_machine('${lost.machineId}')`)).toBe("not_allowed");
    expect(await refused(firm.admin, `SELECT tieout.revoke_machine('${lost.machineId}')`)).toBeNull();
    expect(["server_refused", "server_unreachable"]).toContain(
      await refused(lost, sign({ person: "Lou@lab", role: "preparer", period: "2026-05" })),
    );
    await expect.poll(() => refused(lost, "SELECT 1")).toBe("server_refused");
    expect(await take(rita)).toMatchObject({ fence: Number(held?.fence) + 1 });
  });

  test("the last administrator stays one", async () => {
    expect(await refused(firm.admin, "SELECT tieout.member_set('Ada', 'viewer', NULL, NULL)")).toBe("conflict");
    expect(await refused(firm.admin, "SELECT tieout.member_set('Ada', NULL, NULL, false)")).toBe("conflict");
    expect(await refused(rita, "SELECT tieout.member_set('Rita', 'admin', NULL, NULL)")).toBe("not_allowed");
  });

  async function take(machine: JoinedMachine) {
    must(await firm.admin.server.read(run("SELECT tieout.client_put('dune', 'Dune', '{}')")));
    return must(await machine.server.read(run("SELECT fence FROM tieout.lease_take('dune', NULL, 60)")))[0];
  }
});

describe("sign-ins to ledgers, attacked with plain SQL", () => {
  test("a grant's next generation needs its lease, and follows the last one", async () => {
    const put = (fence: number, after = 0) =>
      `SELECT tieout.grant_put('xero', ARRAY['cedar'], ${after}, 'age', ARRAY['${rita.machineId}']::uuid[], ${fence})`;
    expect(await refused(rita, put(1))).toBe("lease_lost");
    const held = must(await rita.server.read(run("SELECT fence FROM tieout.lease_take('grant/xero', NULL, 60)")))[0];
    expect(await refused(rita, put(Number(held?.fence)))).toBeNull();
    expect(await refused(rita, put(Number(held?.fence)))).toBe("conflict");
    expect(await refused(rita, put(Number(held?.fence), 1))).toBeNull();
    expect(await refused(firm.admin, put(Number(held?.fence), 2))).toBe("lease_lost");
    expect(await count(pia, "grant_secret")).toBe(0);
    expect(await refused(pia, "SELECT tieout.lease_take('grant/xero', NULL, 60)")).toBe("not_allowed");
    expect(await refused(rita, "SELECT tieout.grant_reseal('xero', 2, 'other', ARRAY[]::uuid[])")).toBe("not_allowed");
    expect(await refused(rita, "UPDATE tieout.grant_secret SET ciphertext = 'mine'")).toBe("not_allowed");
  });
});
