import { beforeEach, describe, expect, it } from "vitest";
import { type Http, HttpFailure, type SecretStore, SecretsUnavailable } from "#main/ports/index.ts";
import { createOAuthRefreshSource, type GrantSource } from "#main/signin/oauth-refresh.ts";
import { memoryTokenMarks, type TokenMarks } from "#main/signin/token-marks.ts";
import { refreshTokenName } from "#main/signin/token-store.ts";
import { seededRandom } from "#shared/kernel/random.ts";
import { createTokenIssuer, type TokenIssuer } from "#simulator/tokens.ts";
import { createLogKeeper } from "#test/support/transport-lab.ts";
import { seeds } from "#test/support/trials.ts";
import { createVirtualTime, type VirtualTime } from "#test/support/virtual-time.ts";

const KEY = "grant-1";
const LIFE_MS = 1_800_000;

/** What outlives a process: the keychain, the firm's file, the ledger and time. */
interface Machine {
  readonly time: VirtualTime;
  readonly keychain: Map<string, string>;
  readonly marks: TokenMarks;
  readonly issuer: TokenIssuer;
  /** Refresh tokens as they reached the ledger. */
  readonly asked: string[];
}

function machine(reuseGraceMs: number): Machine {
  const time = createVirtualTime();
  const issuer = createTokenIssuer({ nowMs: () => time.nowMs(), random: seededRandom(19), lifetimeMs: LIFE_MS, reuseGraceMs });
  return { time, keychain: new Map(), marks: memoryTokenMarks(), issuer, asked: [] };
}

/** Told before and after every step that leaves the process; a step may never return. */
type OnStep = (what: string) => Promise<void>;
const runOn: OnStep = async () => undefined;

interface Faults {
  readonly onStep?: OnStep;
  /** The next answer is lost after the ledger has acted. */
  loseAnswers?: number;
  locked?: boolean;
  readonly env?: Record<string, string>;
}

function start(on: Machine, faults: Faults = {}): GrantSource {
  const step = faults.onStep ?? runOn;
  const during = async <T>(what: string, act: () => T): Promise<T> => {
    await step(`before ${what}`);
    const value = act();
    await step(`after ${what}`);
    return value;
  };
  const open = (): Map<string, string> => {
    if (faults.locked === true) throw new SecretsUnavailable({ code: "keychain_unavailable", message: "locked", next: "unlock" }, "locked");
    return on.keychain;
  };
  const secrets: SecretStore = {
    kind: "keychain",
    get: (name) => during("get", () => open().get(name) ?? null),
    set: (name, value) => during("set", () => void open().set(name, value)),
    delete: (name) => during("delete", () => void open().delete(name)),
  };
  const marks: TokenMarks = {
    read: async (key) => during("mark read", () => on.marks.read(key)),
    commit: async (mark) => during("mark", () => on.marks.commit(mark)),
    remove: async (key) => during("unmark", () => on.marks.remove(key)),
    used: (key) => on.marks.used(key),
    noteUsed: (key, digest) => on.marks.noteUsed(key, digest),
  };
  const http: Http = async ({ body }) => {
    const form = new URLSearchParams(String(body));
    on.asked.push(form.get("refresh_token") ?? "");
    const answer = await during("exchange", () => on.issuer.exchange(form));
    if ((faults.loseAnswers ?? 0) > 0) {
      faults.loseAnswers = (faults.loseAnswers ?? 0) - 1;
      throw new HttpFailure("reset", true);
    }
    const bytes = new TextEncoder().encode(answer.body);
    return { status: answer.status, headers: {}, body: new Uint8Array(bytes), wireBytes: bytes.length };
  };
  const ports = {
    clock: on.time,
    http,
    random: seededRandom(3),
    secrets,
    env: (name: string) => faults.env?.[name],
    log: createLogKeeper().log,
  };
  const config = {
    tokenUrl: "https://login.example/token",
    clientId: "app",
    ...(faults.env === undefined ? {} : { refreshTokenEnv: "FIRST" }),
  };
  return createOAuthRefreshSource({ config, connectionId: KEY, ports, marks });
}

async function signIn(on: Machine, source: GrantSource): Promise<void> {
  const { accessToken, refreshToken } = on.issuer.issue();
  expect(await source.adopt({ accessToken, refreshToken, seconds: LIFE_MS / 1_000 })).toEqual({ ok: true, value: null });
}

async function mark(on: Machine) {
  const read = await on.marks.read(KEY);
  return read.ok ? read.value : null;
}

const keychainGone = { ok: false, failure: { code: "keychain_unavailable" } };

describe("two slots and a mark", () => {
  let on: Machine;
  beforeEach(() => {
    on = machine(0);
  });

  it("keep the generation before until the ledger accepted a request, then one is left", async () => {
    const source = start(on);
    await signIn(on, source);
    await on.time.pass(LIFE_MS);
    const renewed = await on.time.run(source.token());
    expect([...on.keychain.keys()].sort()).toEqual([refreshTokenName(KEY, "a"), refreshTokenName(KEY, "b")]);
    expect(await mark(on)).toMatchObject({ generation: 2, slot: "b", confirmed: false });
    source.accepted?.(renewed.ok ? renewed.value : "");
    await expect.poll(() => on.keychain.size).toBe(1);
    expect(await mark(on)).toMatchObject({ generation: 2, confirmed: true });
    expect([...on.keychain.values()][0]).toMatch(/^2:refresh-/);
  });

  it("survive a process that is killed at any step of a renewal, where the ledger honours the old token for a while", async () => {
    const outcomes = await killedAtEachStep(30 * 60_000);
    expect(outcomes.length).toBeGreaterThanOrEqual(12);
    for (const { what, next } of outcomes) expect([what, next.ok]).toEqual([what, true]);
  });

  it("lose the grant only between the ledger's answer and the first write, where the ledger honours nothing old", async () => {
    const outcomes = await killedAtEachStep(0);
    const lost = outcomes.filter(({ next }) => !next.ok).map(({ what }) => what);
    expect(lost).toEqual(["after exchange", "before set"]);
    for (const { next } of outcomes) if (!next.ok) expect(next.failure.code).toBe("needs_sign_in");
    expect(outcomes.filter(({ what }) => what === "after set").every(({ next }) => next.ok)).toBe(true);
  });

  it("never use an access token before its refresh token is in the keychain and the mark points to it", async () => {
    const source = start(on);
    await signIn(on, source);
    await on.time.pass(LIFE_MS);
    const token = await on.time.run(source.token());
    const stored = await mark(on);
    expect(token.ok && on.issuer.check(token.value)).toBe("ok");
    expect(on.keychain.get(refreshTokenName(KEY, stored?.slot ?? "a"))).toMatch(new RegExp(`^${stored?.generation}:`));
  });

  it("read null as a keychain that is not there, never as signed out, and delete nothing", async () => {
    await signIn(on, start(on));
    const kept = new Map(on.keychain);
    on.keychain.clear();
    expect(await on.time.run(start(on).token())).toMatchObject(keychainGone);
    expect(await mark(on)).toMatchObject({ generation: 1 });
    expect(on.asked).toEqual([]);
    for (const [name, value] of kept) on.keychain.set(name, value);
    expect((await on.time.run(start(on).token())).ok).toBe(true);
  });

  it("refuse a keychain that was put back to an older state, and take a sign-in again", async () => {
    const source = start(on);
    await signIn(on, source);
    const old = new Map(on.keychain);
    await on.time.pass(LIFE_MS);
    await on.time.run(source.token());
    on.keychain.clear();
    for (const [name, value] of old) on.keychain.set(name, value);
    const asked = on.asked.length;
    const later = start(on);
    expect(await on.time.run(later.token())).toMatchObject({
      ok: false,
      failure: { code: "keychain_unavailable", message: expect.stringMatching(/outdated/) },
    });
    expect(on.asked).toHaveLength(asked);
    await signIn(on, later);
    expect(await mark(on)).toMatchObject({ generation: 3 });
    expect(on.keychain.size).toBe(1);
  });

  it("take over a newer generation than the firm's file knows, as after its restore from a backup", async () => {
    const source = start(on);
    await signIn(on, source);
    const before = await mark(on);
    await on.time.pass(LIFE_MS);
    await on.time.run(source.token());
    if (before !== null) await on.marks.commit(before);
    expect((await on.time.run(start(on).token())).ok).toBe(true);
    expect(on.issuer.totals.reuseDetected).toBe(0);
    expect(await mark(on)).toMatchObject({ generation: 3 });
  });

  it("are both empty after the sign-in was ended, and the mark is gone", async () => {
    const source = start(on);
    await signIn(on, source);
    expect(await source.forget()).toMatchObject({ ok: true });
    expect([on.keychain.size, await mark(on)]).toEqual([0, null]);
    expect(await on.time.run(start(on).token())).toMatchObject({ ok: false, failure: { code: "needs_sign_in" } });
  });
});

describe("a renewal", () => {
  it("whose answer is lost is asked for again with the same token, once more than it was lost", async () => {
    const on = machine(30 * 60_000);
    const faults = { loseAnswers: 0 };
    const source = start(on, faults);
    await signIn(on, source);
    await on.time.pass(LIFE_MS);
    faults.loseAnswers = 2;
    expect((await on.time.run(source.token())).ok).toBe(true);
    expect(on.asked).toHaveLength(3);
    expect(new Set(on.asked).size).toBe(1);
  });

  it("says that an answer was lost when the ledger honours no old token, and is not asked for again and again", async () => {
    const on = machine(0);
    const faults = { loseAnswers: 0 };
    const source = start(on, faults);
    await signIn(on, source);
    await on.time.pass(LIFE_MS);
    faults.loseAnswers = 1;
    expect(await on.time.run(source.token())).toMatchObject({
      ok: false,
      failure: { code: "needs_sign_in", message: expect.stringMatching(/never arrived/) },
    });
    const { length } = on.asked;
    for (let ask = 0; ask < 5; ask++) await on.time.run(source.token());
    expect(on.asked).toHaveLength(length);
    expect(await mark(on)).toMatchObject({ refused: "invalid_grant" });
    expect(on.keychain.size).toBeGreaterThan(0);
    await signIn(on, source);
    expect((await on.time.run(source.token())).ok).toBe(true);
  });

  it("is one for everybody, and waits for the keychain: with it locked the ledger is not asked at all", async () => {
    const on = machine(0);
    const faults: Faults = {};
    const source = start(on, faults);
    await signIn(on, source);
    await on.time.pass(LIFE_MS);
    faults.locked = true;
    expect(await on.time.run(Promise.all([source.token(), source.token()]))).toMatchObject([keychainGone, keychainGone]);
    expect(on.asked).toEqual([]);
    faults.locked = false;
    const tokens = await on.time.run(
      Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? source.token() : source.refresh("old")))),
    );
    expect(new Set(tokens.map((token) => token.ok && token.value)).size).toBe(1);
    expect(on.asked).toHaveLength(1);
  });

  it("comes between 77 and 83 % of the token's life, at other moments for other grants, and after a sleep that only the wall clock saw", async () => {
    const moments = new Set<number>();
    for (const seed of seeds(5)) {
      const on = machine(0);
      let monotonicMs = 0;
      const clock = { ...on.time, nowMs: () => on.time.nowMs(), monotonicMs: () => monotonicMs };
      const random = seededRandom(seed);
      const secrets: SecretStore = { kind: "memory", get: async () => null, set: async () => undefined, delete: async () => undefined };
      let asked = 0;
      const http: Http = async () => {
        asked++;
        throw new HttpFailure("off", false);
      };
      const ports = {
        clock: { ...clock, sleep: async () => undefined },
        http,
        random,
        secrets,
        env: () => "first",
        log: createLogKeeper().log,
      };
      const config = { tokenUrl: "https://login.example/token", clientId: "app", refreshTokenEnv: "FIRST" };
      const source = createOAuthRefreshSource({ config, connectionId: KEY, ports });
      await source.adopt({ accessToken: "one", refreshToken: null, seconds: 1_000 });
      while (asked === 0) {
        monotonicMs += 1_000;
        await source.token();
      }
      moments.add(monotonicMs);
      expect(monotonicMs).toBeGreaterThanOrEqual(770_000);
      expect(monotonicMs).toBeLessThanOrEqual(831_000);
    }
    expect(moments.size).toBeGreaterThan(1);
    const on = machine(0);
    const asleep = { ...on.time, nowMs: () => on.time.nowMs(), monotonicMs: () => 0 };
    const source = createOAuthRefreshSource({
      config: { tokenUrl: "https://login.example/token", clientId: "app" },
      connectionId: KEY,
      ports: {
        clock: asleep,
        http: async () => Promise.reject(new HttpFailure("off", false)),
        random: seededRandom(1),
        secrets: { kind: "memory", get: async () => null, set: async () => undefined, delete: async () => undefined },
        env: () => undefined,
        log: createLogKeeper().log,
      },
    });
    await source.adopt({ accessToken: "one", refreshToken: null, seconds: 1_000 });
    expect(await source.token()).toEqual({ ok: true, value: "one" });
    await on.time.pass(8 * 3_600_000);
    expect(await source.token()).toMatchObject({ ok: false });
  });

  it("is not repeated for a ledger that refuses every fresh token, as it does one of another audience", async () => {
    const on = machine(0);
    const source = start(on);
    await signIn(on, source);
    /** What a request does: at a refusal it asks for another token, once. */
    const request = async () => {
      const token = await on.time.run(source.token());
      return token.ok ? on.time.run(source.refresh(token.value)) : token;
    };
    for (let page = 0; page < 10; page++) await request();
    expect(await request()).toMatchObject({ ok: false, failure: { code: "needs_sign_in", message: expect.stringMatching(/other books/) } });
    expect(on.asked.length).toBe(1);
    // Accepted after all: what comes later is a case of its own.
    const token = await on.time.run(source.token());
    source.accepted?.(token.ok ? token.value : "");
    expect((await request()).ok).toBe(true);
    expect(on.asked.length).toBe(2);
  });

  it("takes a page of another service for no word about the sign-in, and the app's own refusal for what it is", async () => {
    const answers: readonly (readonly [number, string, string, RegExp])[] = [
      [200, "<html>Welcome to the hotel</html>", "ledger_unreachable", /no usable answer \(status 200\)/],
      [302, "", "ledger_unreachable", /status 302/],
      [404, '{"message":"no such page"}', "ledger_unreachable", /status 404/],
      [400, '{"error":"temporarily_unavailable"}', "ledger_unreachable", /busy \(temporarily_unavailable\)/],
      [401, '{"error":"invalid_client"}', "needs_sign_in", /rejected your registered app/],
      [400, '{"error":"invalid_grant"}', "needs_sign_in", /invalid_grant/],
    ];
    for (const [status, body, code, message] of answers) {
      const on = machine(0);
      const { exchange } = on.issuer;
      const source = start(on);
      await signIn(on, source);
      await on.time.pass(LIFE_MS);
      on.issuer.exchange = () => ({ status, body });
      expect(await on.time.run(source.token())).toMatchObject({ ok: false, failure: { code, message: expect.stringMatching(message) } });
      on.issuer.exchange = exchange;
      if (code === "ledger_unreachable") expect((await on.time.run(source.token())).ok).toBe(true);
    }
  });

  it("takes the new token that a person put into the environment after the stored one died", async () => {
    const on = machine(0);
    const env: Record<string, string> = { FIRST: on.issuer.issue().refreshToken };
    const source = start(on, { env });
    expect((await on.time.run(source.token())).ok).toBe(true);
    on.issuer.revoke();
    await on.time.pass(LIFE_MS);
    expect(await on.time.run(source.token())).toMatchObject({ ok: false, failure: { code: "needs_sign_in" } });
    env.FIRST = on.issuer.issue().refreshToken;
    expect((await on.time.run(source.token())).ok).toBe(true);
  });

  it("whose keychain was reset takes a new token from the environment, and never sends the old one again", async () => {
    const on = machine(0);
    const faults = { env: { FIRST: on.issuer.issue().refreshToken }, locked: false };
    expect((await on.time.run(start(on, faults).token())).ok).toBe(true);
    on.keychain.clear();
    const next = expect.stringContaining("set the environment variable FIRST to a new refresh token, then restart Tieout") as string;
    expect(await on.time.run(start(on, faults).token())).toMatchObject({ ok: false, failure: { code: "keychain_unavailable", next } });
    faults.env.FIRST = on.issuer.issue().refreshToken;
    faults.locked = true;
    expect(await on.time.run(start(on, faults).token())).toMatchObject(keychainGone);
    expect(on.asked).toHaveLength(1);
    faults.locked = false;
    expect((await on.time.run(start(on, faults).token())).ok).toBe(true);
    expect(await mark(on)).toMatchObject({ generation: 2 });
    expect(on.asked).toEqual([expect.anything(), faults.env.FIRST]);
  });
});

/** For every step of a renewal: kill the process there, start a new one, and see what it gets. */
async function killedAtEachStep(reuseGraceMs: number) {
  const outcomes: { readonly what: string; readonly next: Awaited<ReturnType<GrantSource["token"]>> }[] = [];
  for (let killAt = 1; ; killAt++) {
    const on = machine(reuseGraceMs);
    await signIn(on, start(on));
    await on.time.pass(LIFE_MS);
    let steps = 0;
    let died = "";
    const killed = Promise.withResolvers<"killed">();
    const onStep: OnStep = async (what) => {
      if (++steps !== killAt) return;
      died = what;
      killed.resolve("killed");
      await new Promise(() => undefined);
    };
    const end = await Promise.race([start(on, { onStep }).token(), killed.promise]);
    if (end !== "killed") return outcomes;
    outcomes.push({ what: died, next: await on.time.run(start(on).token()) });
  }
}
