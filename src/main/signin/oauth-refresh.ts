import { hash } from "node:crypto";
import type { Ports } from "#main/ports/index.ts";
import { newTokenFrom, secretMissing, type TokenSource } from "#main/transport/tokens/token-source.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type OAuthRefreshConfig, requestTokens, type TokenAnswer } from "./token-endpoint.ts";
import { memoryTokenMarks, type TokenMarks } from "./token-marks.ts";
import { createTokenStore, type HeldToken, type KeptFacts, type TokenStore } from "./token-store.ts";

/** What a ledger grants at a sign-in. */
export interface Grant {
  readonly accessToken: string;
  /** Null when the ledger issues none: the person signs in again when the access token expires. */
  readonly refreshToken: string | null;
  readonly seconds: number;
}

/**
 * Keeps a grant for several machines. `inTurn` runs a renewal while no other machine can renew the same grant.
 * @param local what this machine's keychain holds, from before the grant was shared
 */
export type SharedTokens = (local: TokenStore) => {
  readonly tokens: TokenStore;
  inTurn<T>(act: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>>;
};

/** A token source that also accepts a new grant. */
export interface GrantSource extends TokenSource {
  /** Stores the grant's refresh token, then uses its access token. Failure: `keychain_unavailable`. */
  adopt(grant: Grant): Promise<Result<null, Failure>>;
  /** The newest refresh token, to revoke it at the ledger; null when there is none. Failure: `keychain_unavailable`. */
  refreshToken(): Promise<Result<string | null, Failure>>;
  /** Deletes the grant's tokens and verifies the deletion. Failure: `keychain_unavailable`. */
  forget(): Promise<Result<null, Failure>>;
}

export interface OAuthRefreshOptions {
  readonly config: OAuthRefreshConfig;
  /** The key of the grant in the secret store. */
  readonly connectionId: string;
  readonly ports: Pick<Ports, "clock" | "http" | "random" | "secrets" | "env" | "log">;
  /** Absent: marks are kept in memory. */
  readonly marks?: TokenMarks;
  /** Where several machines use one grant; absent where its tokens are in this machine's keychain. */
  readonly shared?: SharedTokens;
}

/**
 * Renewed at this fraction of its life, so that requests in flight don't outlive it; randomized, so that
 * tenants don't all renew at once.
 */
const RENEW_FROM = 0.77;
const RENEW_SPREAD = 0.06;

/**
 * Access tokens by refresh token. The first refresh token comes from a sign-in or the environment; later ones
 * are in the secret store. Where it lost them, a new one from the environment is used. Each is stored before the
 * access token that came with it is used, so that a crash never loses a single-use token. Access tokens stay in
 * memory. Concurrent callers share one renewal; the data folder's lock keeps a second process out.
 */
export function createOAuthRefreshSource(options: OAuthRefreshOptions): GrantSource {
  const variable = options.config.refreshTokenEnv;
  const marks = options.marks ?? memoryTokenMarks();
  const local = createTokenStore({ grantKey: options.connectionId, marks, ports: options.ports, variable });
  const shared = options.shared?.(local);
  const tokens = shared?.tokens ?? local;
  const life = lifeOf(options.ports);
  const standing: Standing = { unstored: null, dead: null, unproven: null, replacement: null };
  const parts: Parts = { options, tokens, marks, life, standing };
  let running: Promise<Result<string, Failure>> | null = null;
  const renewOnce = (): Promise<Result<string, Failure>> => {
    running ??= (shared === undefined ? renew(parts) : shared.inTurn(() => renew(parts))).finally(() => {
      running = null;
    });
    return running;
  };
  return {
    ...(variable === undefined ? {} : { whenRefused: newTokenFrom(variable) }),
    token: async () => {
      const usable = life.usable();
      return usable === null ? renewOnce() : ok(usable);
    },
    refresh: async (refused) => {
      const usable = life.usable();
      if (usable !== null && usable !== refused) return ok(usable);
      // Two new tokens in a row were refused: a third would be too, and each renewal uses up a refresh token.
      if (standing.replacement === refused && standing.unproven?.token === refused) return fail(wrongAudience(variable));
      const renewed = await renewOnce();
      if (renewed.ok) standing.replacement = renewed.value;
      return renewed;
    },
    accepted: (token) => {
      if (standing.unproven?.token !== token) return;
      const { generation } = standing.unproven;
      standing.unproven = null;
      void tokens.confirm(generation);
    },
    adopt: async (grant) => {
      // A renewal in progress would overwrite the new token with the older grant's.
      await running;
      return adopt(parts, grant);
    },
    refreshToken: async () => {
      if (standing.unstored !== null) return ok(standing.unstored.refreshToken);
      const held = await tokens.newest();
      return held.ok ? ok(held.value?.token ?? null) : held;
    },
    forget: async () => {
      await running;
      standing.unstored = null;
      life.end();
      return tokens.forget();
    },
  };
}

/** What a grant's source remembers besides the current token. */
interface Standing {
  /** Received from the ledger, but not stored yet because the secret store failed. */
  unstored: { readonly received: Access; readonly refreshToken: string; readonly fresh: boolean } | null;
  /** The ledger refused the grant for good: it isn't asked again until there is a new token. */
  dead: { readonly failure: Failure; readonly variable: string | undefined } | null;
  /** The current refresh token, until the ledger has accepted a request with it. */
  unproven: { readonly token: string; readonly generation: number } | null;
  /** The token that replaced one that the ledger refused. */
  replacement: string | null;
}

interface Parts {
  readonly options: OAuthRefreshOptions;
  readonly tokens: TokenStore;
  readonly marks: TokenMarks;
  readonly life: ReturnType<typeof lifeOf>;
  readonly standing: Standing;
}

async function renew(parts: Parts): Promise<Result<string, Failure>> {
  const { options, tokens, marks, life, standing } = parts;
  const variable = options.config.refreshTokenEnv;
  const first = variable === undefined ? undefined : options.ports.env(variable);
  if (standing.unstored !== null) {
    // The old token is used up, so the new one is stored before anything else is requested.
    const { received, refreshToken, fresh } = standing.unstored;
    const kept = await store(parts, received, refreshToken, { fresh });
    if (!kept.ok || life.usable() !== null) return kept;
  } else if (standing.dead !== null) {
    if (standing.dead.variable === first) return fail(standing.dead.failure);
    standing.dead = null;
  }
  const asked = await askFor(parts, first);
  if (!asked.ok) return asked;
  const { answer, used, isOfVariable, storing } = asked.value;
  if (answer.kind === "failed") return fail(answer.failure);
  if (answer.kind === "granted") {
    const kept = await store(parts, life.begin(answer.accessToken, answer.seconds), answer.rotated ?? used, storing);
    // Only now: nothing that can fail comes between the ledger's answer and the keychain.
    if (isOfVariable) await marks.noteUsed(options.connectionId, digestOf(used));
    return kept;
  }
  await tokens.refused(answer.word);
  standing.dead = { failure: answer.failure, variable: first };
  if (isOfVariable && answer.word === "invalid_grant") await marks.noteUsed(options.connectionId, digestOf(used));
  return fail(answer.failure);
}

/** How a token is stored: see `KeptFacts`. */
type Storing = Pick<KeptFacts, "fresh" | "after">;

async function store(
  { tokens, life, standing }: Parts,
  received: Access,
  refreshToken: string,
  storing: Storing,
): Promise<Result<string, Failure>> {
  standing.unstored = { received, refreshToken, fresh: storing.fresh };
  const kept = await tokens.keep(refreshToken, { accessUntilMs: received.untilMs, ...storing });
  if (!kept.ok) return kept;
  standing.unstored = null;
  standing.unproven = { token: received.token, generation: kept.value };
  life.use(received);
  return ok(received.token);
}

async function adopt({ tokens, life, standing }: Parts, grant: Grant): Promise<Result<null, Failure>> {
  const received = life.begin(grant.accessToken, grant.seconds);
  const kept = await tokens.keep(grant.refreshToken, { accessUntilMs: received.untilMs, fresh: true });
  if (!kept.ok) return kept;
  standing.unstored = null;
  standing.dead = null;
  standing.unproven = { token: grant.accessToken, generation: kept.value };
  life.use(received);
  return ok(null);
}

interface Asked {
  readonly answer: TokenAnswer;
  /** The token that it answers. */
  readonly used: string;
  /** It came from the environment, not from the keychain. */
  readonly isOfVariable: boolean;
  readonly storing: Storing;
}

/** Tries the newest token; if it is refused, the previous one and an untried initial token. */
async function askFor(parts: Parts, first: string | undefined): Promise<Result<Asked, Failure>> {
  const { options, tokens } = parts;
  const { config, ports, connectionId } = options;
  const held = await tokens.newest();
  if (!held.ok && !(await hasNewToken(parts, first))) return held;
  const newest = held.ok ? held.value : null;
  if (newest === null && config.refreshTokenEnv === undefined) return fail(notSignedIn());
  if (newest === null && (first === undefined || first === ""))
    return fail(secretMissing(config.refreshTokenEnv as string, "the first refresh token"));
  const clientSecret = config.clientSecretEnv === undefined ? null : ports.env(config.clientSecretEnv);
  if (clientSecret === undefined || clientSecret === "")
    return fail(secretMissing(config.clientSecretEnv as string, "the app's client secret"));
  const ask = (refreshToken: string) => requestTokens({ config, grantKey: connectionId, refreshToken, clientSecret, ports });
  let used = newest?.token ?? (first as string);
  let answer = await ask(used);
  for (const other of await spares(tokens, newest, first, answer)) {
    if (answer.kind !== "refused" || other === used) break;
    used = other;
    answer = await ask(other);
  }
  // In place of lost tokens, a new one is like a new sign-in.
  const storing: Storing = held.ok ? { fresh: false, after: newest } : { fresh: true };
  return ok({ answer, used, isOfVariable: used === first && used !== newest?.token, storing });
}

/**
 * Whether the variable has a new token to use in place of those that the keychain lost. One that was sent before is never sent again:
 * the lost tokens may be in a keychain that comes back, and some ledgers end the whole grant when an old token is used.
 */
async function hasNewToken({ options: { connectionId }, tokens, marks }: Parts, first: string | undefined): Promise<boolean> {
  if (first === undefined || first === "" || !(await tokens.isLost())) return false;
  const used = await marks.used(connectionId);
  if (!used.ok || used.value.includes(digestOf(first))) return false;
  if (used.value.length > 0) return true;
  // Nobody noted which token the lost ones came from, so it may be this one. The next that is put there is new.
  await marks.noteUsed(connectionId, digestOf(first));
  return false;
}

function digestOf(token: string): string {
  return hash("sha256", token);
}

async function spares(tokens: TokenStore, newest: HeldToken | null, first: string | undefined, answer: TokenAnswer): Promise<string[]> {
  if (answer.kind !== "refused" || answer.word !== "invalid_grant" || newest === null) return [];
  const before = await tokens.previous(newest);
  // A person who puts a new token into the environment wants it used.
  return [before?.token, first].filter((token): token is string => token !== undefined && token !== "");
}

interface Access {
  readonly token: string;
  /** By the wall clock, for people. */
  readonly untilMs: number;
  readonly receivedMs: number;
  readonly receivedMonotonicMs: number;
  readonly usableMs: number;
}

/** The access token in memory. Both clocks count: the monotonic one stops while a machine sleeps, and the wall clock can be set. */
function lifeOf({ clock, random }: Pick<Ports, "clock" | "random">) {
  let access: Access | null = null;
  return {
    begin: (token: string, seconds: number): Access => ({
      token,
      untilMs: clock.nowMs() + seconds * 1_000,
      receivedMs: clock.nowMs(),
      receivedMonotonicMs: clock.monotonicMs(),
      usableMs: seconds * 1_000 * (RENEW_FROM + RENEW_SPREAD * random()),
    }),
    use: (received: Access): void => {
      access = received;
    },
    end: (): void => {
      access = null;
    },
    usable: (): string | null => {
      if (access === null) return null;
      const passed = Math.max(clock.nowMs() - access.receivedMs, clock.monotonicMs() - access.receivedMonotonicMs);
      return passed < access.usableMs ? access.token : null;
    },
  };
}

function wrongAudience(variable: string | undefined): Failure {
  return {
    code: "needs_sign_in",
    message: "The ledger rejected this sign-in: it's for other books or another app, or the user lost access.",
    ...(variable === undefined ? { next: "Reconnect as a user with access to these books." } : newTokenFrom(variable)),
  };
}

function notSignedIn(): Failure {
  return { code: "needs_sign_in", message: "Not signed in to the ledger.", next: "Reconnect to the ledger." };
}
