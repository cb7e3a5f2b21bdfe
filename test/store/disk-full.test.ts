import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { saveSetting } from "#main/store/clients/firm-settings.ts";
import { openClientFile } from "#main/store/database/client-file.ts";
import { openFirmFile } from "#main/store/database/firm-file.ts";
import { createArchive } from "#main/store/safety/create-archive.ts";
import { attachFileServer } from "#main/workers/attach.ts";
import type { OpInput, OpName, WorkerReply } from "#main/workers/protocol.ts";
import { AMERICAN } from "#shared/language/english.ts";
import { type SmallDisk, smallDisk } from "#test/support/small-disk.ts";

const DISK_BYTES = 8 * 1024 * 1024;
const disk = smallDisk(DISK_BYTES, "a full disk under the store");
afterAll(() => disk?.remove());

const CLIENT = { clientId: "one", system: "ledger_a", tenantId: "t" } as const;

function served(home: string, readonly = false): { ask<O extends OpName>(op: O, input: OpInput<O>): WorkerReply } {
  const replies: WorkerReply[] = [];
  let deliver: (message: unknown) => void = () => undefined;
  const server = attachFileServer(
    {
      postMessage: (reply) => void replies.push(reply as WorkerReply),
      close: () => undefined,
      on: (_, listener) => {
        deliver = listener;
      },
    },
    { home, readonly },
  );
  onTestFinished(() => server.close());
  return {
    ask: (op, input) => {
      deliver({ id: replies.length, op, input, english: AMERICAN });
      return replies.at(-1) as WorkerReply;
    },
  };
}

const codeOf = (reply: WorkerReply) => (reply.kind === "failure" ? reply.failure.code : reply.kind);
const decision = (body: string) => ({ ...CLIENT, kind: "approval" as const, subject: "x", body: { body }, person: "p", nowMs: 1 });
const job = (jobId: string) => ({
  jobId,
  actionId: jobId,
  state: "ready",
  content: "c",
  body: "x".repeat(50_000),
  createdMs: 1,
  updatedMs: 1,
});

describe.runIf(disk !== null)("on a full disk", () => {
  const home = () => join(disk?.folder ?? "", "home");

  it("nothing is half-written, what is there can be read, and all goes on when there is room", () => {
    const { ask } = served(home());
    expect(codeOf(ask("decisions.make", decision("first")))).toBe("value");
    const free = (disk as SmallDisk).fill(300_000);
    const codes: string[] = [];
    for (let at = 0; at < 60 && codes.at(-1) !== "disk_full"; at++)
      codes.push(codeOf(ask("writes.add", { ...CLIENT, job: job(`job-${at}`) })));
    expect(codes.at(-1)).toBe("disk_full");
    expect(new Set(codes.slice(0, -1))).toEqual(new Set(["value"]));
    // A write whose intent is not on disk does not exist, so it is not sent.
    const kept = ask("writes.list", CLIENT);
    expect(kept.kind === "value" ? (kept.value as unknown[]).length : 0).toBe(codes.length - 1);
    const check = openClientFile(home(), "one", { readonly: true });
    expect(check.pragma("integrity_check", { simple: true })).toBe("ok");
    check.close();
    free();
    expect(codeOf(ask("writes.add", { ...CLIENT, job: job("after") }))).toBe("value");
  });

  it("snapshots and archives leave nothing behind and say so", () => {
    const firm = openFirmFile(home());
    saveSetting(firm, "firm_id", "firm-1");
    firm.close();
    const { ask } = served(home(), true);
    const free = (disk as SmallDisk).fill(50_000);
    const taken = ask("files.snapshot", { owner: "one", kind: "asked-for", onlyIfDue: false, nowMs: 5 });
    expect(codeOf(taken)).toBe("disk_full");
    const shelf = join(home(), "backups", "one");
    expect(existsSync(shelf) ? readdirSync(shelf) : []).toEqual([]);
    const out = join(disk?.folder ?? "", "firm.tieout");
    const made = createArchive(home(), { path: out, nowMs: 5, app: "" });
    expect(made.ok ? "made" : [made.failure.code, made.failure.field]).toEqual(["disk_full", "out"]);
    expect(readdirSync(disk?.folder ?? "").sort()).toEqual(["ballast", "home"]);
    free();
    expect(codeOf(ask("files.snapshot", { owner: "one", kind: "asked-for", onlyIfDue: false, nowMs: 5 }))).toBe("value");
  });
});
