import { z } from "zod";
import type { Ports } from "#main/ports/index.ts";
import { certificateEnd, importCertificate, type KeyAndCertificate, makeCertificate } from "#main/signin/certificates.ts";
import { keepSecret } from "#main/signin/client-secret.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { CertificateView } from "#shared/contract/sign-in.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
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
    await this.#save((await this.#all()).filter((one) => one.keyId !== keyId));
    return ok(null);
  }

  /** The private part is stored first: a public part without one would be of no use. */
  async #keep(name: string, { privateKey, ...rest }: KeyAndCertificate): Promise<Result<CertificateView, Failure>> {
    const known = await this.#all();
    const twin = known.find((one) => one.fingerprint === rest.fingerprint);
    if (twin !== undefined)
      return fail({ code: "already_exists", message: `The certificate is here already, as ${twin.name}.`, field: "certificate" });
    const one: Kept = { keyId: this.#ports.uuid(), name, ...rest };
    const stored = await keepSecret(privateKeyName(one.keyId), privateKey, this.#ports);
    if (!stored.ok) return stored;
    await this.#save([...known, one]);
    return ok(this.#view(one));
  }

  async #all(): Promise<readonly Kept[]> {
    return (
      z
        .array(kept)
        .nullable()
        .parse(await this.#pool.must("firm.setting", { key: KEY })) ?? []
    );
  }

  async #save(all: readonly Kept[]): Promise<void> {
    await this.#pool.must("firm.saveSetting", { key: KEY, value: all });
  }

  #view({ notBeforeMs, notAfterMs, ...rest }: Kept): CertificateView {
    const end = certificateEnd(notAfterMs, this.#ports.clock.nowMs());
    return { ...rest, notBefore: instantFromMs(notBeforeMs), notAfter: instantFromMs(notAfterMs), ...end };
  }
}
