import { z } from "zod";
import type { Ports } from "#main/ports/index.ts";
import { clientSecretName, keepSecret } from "#main/signin/client-secret.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import { registeredApp } from "#shared/contract/sign-in.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { isRedirect } from "../connection-file.ts";
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

  constructor(pool: WorkerPool, ports: Ports, tokens: TokenSources) {
    this.#pool = pool;
    this.#ports = ports;
    this.#tokens = tokens;
  }

  async all(): Promise<Readonly<Record<string, RegisteredApp>>> {
    return apps.nullable().parse(await this.#pool.must("firm.setting", { key: KEY })) ?? {};
  }

  /** Failures: `invalid_input` naming `redirect`, `keychain_unavailable`; then nothing was changed. */
  async keep({ profile, clientId, redirect, clientSecret }: AppToKeep): Promise<Result<RegisteredApp, Failure>> {
    if (!isRedirect(redirect)) return fail(badRedirect());
    const known = await this.all();
    if (clientSecret !== undefined) {
      const kept = await keepSecret(clientSecretName(profile), clientSecret, this.#ports);
      if (!kept.ok) return kept;
      this.#tokens.appChanged(profile);
    }
    const hasSecret = clientSecret === undefined ? (known[profile]?.hasSecret ?? false) : clientSecret !== null;
    const app = { clientId, redirect, hasSecret };
    await this.#pool.must("firm.saveSetting", { key: KEY, value: { ...known, [profile]: app } });
    return ok(app);
  }
}

function badRedirect(): Failure {
  return {
    code: "invalid_input",
    message: "The redirect must be loopback, an http address of this machine with its port, or the https address of a landing page.",
    field: "redirect",
    next: "Enter it exactly as it is registered with the ledger.",
  };
}
