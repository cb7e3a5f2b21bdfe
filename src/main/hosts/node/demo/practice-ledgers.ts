import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { replaceFile } from "#main/files/replace-file.ts";
import { type Profile, readProfile } from "#main/ledgers/profile.ts";
import type { Runtime } from "#main/runtime/create-runtime.ts";
import type { PracticeLedgers } from "#main/runtime/sign-in/ledger-choices.ts";
import { assert } from "#shared/kernel/assert.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { PRACTICE_ACCOUNT, PRACTICE_APP_ID, PRACTICE_JOURNALS_SCOPE, PRACTICE_SCOPES } from "#simulator/demo/practice-names.ts";
import { systemClock } from "../clock.ts";

const made = z.object({ today: z.string() });

type Practised = PracticeLedgers["list"][number] & {
  /** Below the address of the practice house; `{host}` is the account. */
  readonly root: string;
  readonly api: string;
  readonly tenants: string | null;
};

const LIST: readonly Practised[] = [
  {
    profile: "practice-a",
    label: "Practice Ledger A",
    system: "ledger_a",
    account: "",
    root: "/a",
    api: "/api/2.0",
    tenants: "/connections",
  },
  { profile: "practice-b", label: "Practice Ledger B", system: "ledger_b", account: "", root: "/b", api: "", tenants: null },
  {
    profile: "practice-c",
    label: "Practice Ledger C",
    system: "ledger_c",
    account: PRACTICE_ACCOUNT.toUpperCase(),
    root: "/c/{host}",
    api: "",
    tenants: null,
  },
];

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+(?=\/[abc]\/)/g;

/** Simulated ledgers with sign-in pages of their own, on a thread that starts when one of them is chosen. */
export class PracticeThread implements PracticeLedgers {
  readonly list: PracticeLedgers["list"] = LIST;
  readonly #home: string;
  readonly #entry: URL;
  #worker: Worker | null = null;
  #started: Promise<string> | null = null;

  constructor(home: string, entry: URL) {
    this.#home = home;
    this.#entry = entry;
  }

  async start(): Promise<readonly Profile[]> {
    const baseUrl = await this.#address();
    return LIST.map((practised) => practiceProfile(practised, baseUrl));
  }

  /** Starts the ledgers again when connections of an earlier run use them, and points those at where they listen now. */
  async revive(runtime: Runtime): Promise<void> {
    const { connections, pool } = runtime.context;
    const practised = (await connections.all()).filter(
      // A client of the demo firm may use the same app, with a ledger that isn't in the practice house.
      ({ body }) => body.includes(`"clientId":"${PRACTICE_APP_ID}"`) && body.search(ADDRESS) >= 0,
    );
    if (practised.length === 0) return;
    const baseUrl = await this.#address();
    for (const { connectionId, body } of practised)
      await pool.must("firm.updateConnection", {
        connectionId,
        was: body,
        body: body.replaceAll(ADDRESS, baseUrl),
      });
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
    this.#started = null;
  }

  /** The data folder remembers for which day the books were made, so that every later start shows the same ones. */
  #day(): string {
    const file = join(this.#home, "practice.json");
    if (existsSync(file)) return made.parse(JSON.parse(readFileSync(file, "utf8"))).today;
    const today = localDay(systemClock.nowMs());
    replaceFile(file, JSON.stringify({ today }));
    return today;
  }

  #address(): Promise<string> {
    this.#started ??= this.#spawn();
    return this.#started;
  }

  async #spawn(): Promise<string> {
    const worker = new Worker(this.#entry, { name: "practice-ledgers", workerData: { kind: "practice", today: this.#day() } });
    worker.unref();
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.once("message", (message: { readonly baseUrl: string }) => resolve(message.baseUrl));
      worker.once("error", reject);
    });
  }
}

/** A practice ledger as a profile: the specification's words, and addresses on this machine. */
function practiceProfile({ profile: name, label, system, api, tenants, ...place }: Practised, baseUrl: string): Profile {
  const root = `${baseUrl}${place.root}`;
  const read = readProfile({
    name,
    oauth: {
      authorizeUrl: `${root}/oauth/authorize`,
      tokenUrl: `${root}/oauth/token`,
      revokeUrl: `${root}/oauth/revoke`,
      scopes: PRACTICE_SCOPES,
      journalsScope: PRACTICE_JOURNALS_SCOPE,
    },
    signIn: {
      system,
      label,
      baseUrl: `${root}${api}`,
      ...(tenants === null ? {} : { tenantsUrl: `${root}${tenants}` }),
      redirect: "loopback",
      clientSecret: "none",
    },
  });
  assert(read.ok, `the practice profile ${name} fits the schema`);
  return read.value;
}
