import { z } from "zod";
import type { Ports } from "#main/ports/index.ts";
import { certificateEnd, importCertificate, type KeyAndCertificate, makeCertificate } from "#main/signin/certificates.ts";
import { keepSecret } from "#main/signin/client-secret.ts";
import { changeSetting } from "#main/workers/change-setting.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { CertificateView } from "#shared/contract/connections/sign-in.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { privateKeyName } from "../token-sources.ts";

const KEY = "sign-in/certificates";
const kept = z.object({
  keyId: z.string(),
  name: z.string(),
  algorithm: z.enum(["PS256", "ES256"]),
  certificate: z.string(),
  fingerprint: z.string(),
  notBeforeMs: z.number(),
  notAfterMs: z.number(),
});
type Kept = z.output<typeof kept>;

/** Keys that sign in for a person: public parts in the firm's file, private parts in the secret store. */
export class CertificateBook {
  readonly #pool: WorkerPool;
  readonly #ports: Ports;

  constructor(pool: WorkerPool, ports: Ports) {
    this.#pool = pool;
    this.#ports = ports;
  }

  async list(): Promise<readonly CertificateView[]> {
    return (await this.#all()).map((one) => this.#view(one));
  }

  /** The latest moment that is wanted defaults to two years from now. */
  async make(name: string, algorithm: Kept["algorithm"], notAfterMs?: number): Promise<Result<CertificateView, Failure>> {
    const made = await makeCertificate({ name, algorithm, ...(notAfterMs === undefined ? {} : { notAfterMs }) }, this.#ports.clock);
    return made.ok ? this.#keep(name, made.value) : made;
  }

  async import(
    name: string,
    given: { readonly privateKey: string; readonly certificate: string },
  ): Promise<Result<CertificateView, Failure>> {
    const taken = importCertificate(given, this.#ports.clock);
    return taken.ok ? this.#keep(name, taken.value) : taken;
  }

  async find(keyId: string): Promise<CertificateView | null> {
    return (await this.list()).find((one) => one.keyId === keyId) ?? null;
  }

  async forget(keyId: string): Promise<Result<null, Failure>> {
    const deleted = await keepSecret(privateKeyName(keyId), null, this.#ports);
    if (!deleted.ok) return deleted;
    await changeSetting(this.#pool, KEY, (stored) => read(stored).filter((one) => one.keyId !== keyId));
    return ok(null);
  }

  /** The private part is stored first: a public part without one would be of no use. */
  async #keep(name: string, { privateKey, ...rest }: KeyAndCertificate): Promise<Result<CertificateView, Failure>> {
    const isSame = (one: Kept) => one.fingerprint === rest.fingerprint;
    const twin = (await this.#all()).find(isSame);
    if (twin !== undefined) return fail(isHereAlready(twin));
    const one: Kept = { keyId: this.#ports.uuid(), name, ...rest };
    const stored = await keepSecret(privateKeyName(one.keyId), privateKey, this.#ports);
    if (!stored.ok) return stored;
    const all = await changeSetting(this.#pool, KEY, (known) => (read(known).some(isSame) ? undefined : [...read(known), one]));
    if (all !== undefined) return ok(this.#view(one));
    await keepSecret(privateKeyName(one.keyId), null, this.#ports);
    return fail(isHereAlready((await this.#all()).find(isSame) ?? one));
  }

  async #all(): Promise<readonly Kept[]> {
    return read(await this.#pool.must("firm.setting", { key: KEY }));
  }

  #view({ notBeforeMs, notAfterMs, ...rest }: Kept): CertificateView {
    const end = certificateEnd(notAfterMs, this.#ports.clock.nowMs());
    return { ...rest, notBefore: instantFromMs(notBeforeMs), notAfter: instantFromMs(notAfterMs), ...end };
  }
}

function read(stored: unknown): readonly Kept[] {
  return z.array(kept).nullable().parse(stored) ?? [];
}

function isHereAlready({ name }: Kept): Failure {
  return { code: "already_exists", message: `This certificate is already saved as ${name}.`, field: "certificate" };
}
