import { z } from "zod";
import type { Ports } from "#main/ports/index.ts";
import { clientSecretName, keepSecret } from "#main/signin/client-secret.ts";
import { changeSetting } from "#main/workers/change-setting.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { registeredApp } from "#shared/contract/connections/sign-in.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { isRedirect } from "../connection-file.ts";
import { SessionSecrets } from "../session-secrets.ts";
import type { TokenSources } from "../token-sources.ts";

export type RegisteredApp = z.output<typeof registeredApp>;

export interface AppToKeep {
  readonly profile: string;
  readonly clientId: string;
  readonly redirect: string;
  /** Text replaces the kept secret, null deletes it, absent keeps it. */
  readonly clientSecret?: string | null | undefined;
}

const KEY = "sign-in/apps";
const apps = z.record(z.string(), registeredApp);

/** The firm's own registrations with the vendors: ids in the firm's file, secrets in the secret store. */
export class AppRegistry {
  readonly #pool: WorkerPool;
  readonly #ports: Ports;
  readonly #tokens: TokenSources;
  readonly #session: SessionSecrets;

  constructor(pool: WorkerPool, ports: Ports, tokens: TokenSources, session = new SessionSecrets(ports.secrets)) {
    this.#session = session;
    this.#pool = pool;
    this.#ports = ports;
    this.#tokens = tokens;
  }

  async all(): Promise<Readonly<Record<string, RegisteredApp>>> {
    return read(await this.#pool.must("firm.setting", { key: KEY }));
  }

  /** Failures: `invalid_input` naming `redirect`, `keychain_unavailable`; then nothing was changed. */
  async keep({ profile, clientId, redirect, clientSecret }: AppToKeep): Promise<Result<RegisteredApp, Failure>> {
    if (!isRedirect(redirect)) return fail(badRedirect());
    if (clientSecret !== undefined) {
      const name = clientSecretName(profile);
      const placed = await this.#session.place(name);
      const secret = placed.ok ? await keepSecret(name, clientSecret, this.#ports) : placed;
      if (!secret.ok) return secret;
      const shared = await this.#tokens.appChanged(profile, clientSecret);
      if (!shared.ok) return shared;
    }
    const kept = await changeSetting(this.#pool, KEY, (stored) => {
      const known = read(stored);
      const hasSecret = clientSecret === undefined ? (known[profile]?.hasSecret ?? false) : clientSecret !== null;
      return { ...known, [profile]: { clientId, redirect, hasSecret } };
    });
    return ok(kept?.[profile] as RegisteredApp);
  }
}

function read(stored: unknown): Readonly<Record<string, RegisteredApp>> {
  return apps.nullable().parse(stored) ?? {};
}

function badRedirect(): Failure {
  return {
    code: "invalid_input",
    message:
      "The redirect address must be the word “loopback”, an http address of this computer with a port of 1024 or higher, or the https address of a landing page.",
    field: "redirect",
    next: "If the ledger accepts any address on this computer, enter the word “loopback”. Otherwise, enter the address exactly as registered with the ledger.",
  };
}
