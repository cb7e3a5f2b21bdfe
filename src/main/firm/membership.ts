import { z } from "zod";
import { type SecretStore, SecretsUnavailable } from "#main/ports/index.ts";
import { type ServerAddress, serverAddress } from "#main/store/server/address.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FirmNeeds } from "./firm-port.ts";

/** What this computer's registry keeps of its firm: everything but the secrets. */
const membership = z.strictObject({
  machineId: z.uuid(),
  person: z.string(),
  /** Records from before this machine joined aren't all at the server yet. */
  movesIn: z.boolean(),
  address: serverAddress.omit({ password: true }),
});
export type Membership = z.infer<typeof membership>;

/** This machine's password at the server, and the key that sign-ins are encrypted to. */
export interface MachineSecrets {
  readonly password: string;
  /** An age identity. */
  readonly identity: string;
}

/** A join that was begun: the server may have this machine already, though this computer doesn't know it yet. */
const begunJoin = membership.pick({ machineId: true, address: true });
export type BegunJoin = z.infer<typeof begunJoin>;

const KEY = "firm/server";
const JOINING = "firm/joining";
const PASSWORD_VARIABLE = "TIEOUT_FIRM_PASSWORD";
const IDENTITY_VARIABLE = "TIEOUT_FIRM_IDENTITY";

export async function readMembership(pool: FirmNeeds["pool"]): Promise<Membership | null> {
  return membership.nullable().parse(await pool.must("firm.setting", { key: KEY }));
}

export async function saveMembership(pool: FirmNeeds["pool"], value: Membership | null): Promise<void> {
  await pool.must("firm.saveSetting", { key: KEY, value });
}

export async function readBegunJoin(pool: FirmNeeds["pool"]): Promise<BegunJoin | null> {
  return begunJoin.nullable().parse(await pool.must("firm.setting", { key: JOINING }));
}

export async function saveBegunJoin(pool: FirmNeeds["pool"], value: BegunJoin | null): Promise<void> {
  await pool.must("firm.saveSetting", { key: JOINING, value });
}

/** Secrets that the environment gives, as a container without a keychain needs them; null where it gives none. */
export function secretsInEnvironment({ env }: Pick<FirmNeeds, "env">): MachineSecrets | null {
  const [password, identity] = [env(PASSWORD_VARIABLE), env(IDENTITY_VARIABLE)];
  return password === undefined || password === "" || identity === undefined || identity === "" ? null : { password, identity };
}

/** Failure: `keychain_unavailable`, or `secret_missing` where the keychain lost this machine's secrets. */
export async function readSecrets(needs: Pick<FirmNeeds, "env" | "secrets">, machineId: string): Promise<Result<MachineSecrets, Failure>> {
  const given = secretsInEnvironment(needs);
  if (given !== null) return ok(given);
  return withKeychain(async () => {
    const [password, identity] = await Promise.all(["password", "identity"].map((name) => needs.secrets.get(secretName(machineId, name))));
    if (password == null || identity == null) return fail(missing());
    return ok({ password, identity });
  });
}

/** Nothing is written where the environment gives the secrets. */
export async function saveSecrets(
  needs: Pick<FirmNeeds, "env" | "secrets">,
  machineId: string,
  { password, identity }: MachineSecrets,
): Promise<Result<null, Failure>> {
  if (secretsInEnvironment(needs) !== null) return ok(null);
  return withKeychain(async () => {
    await needs.secrets.set(secretName(machineId, "password"), password);
    await needs.secrets.set(secretName(machineId, "identity"), identity);
    return ok(null);
  });
}

export async function deleteSecrets(secrets: SecretStore, machineId: string): Promise<Result<null, Failure>> {
  return withKeychain(async () => {
    for (const name of ["password", "identity"]) await secrets.delete(secretName(machineId, name));
    return ok(null);
  });
}

/** The whole address with which a machine connects. */
export function addressOf({ address }: Membership, { password }: MachineSecrets): ServerAddress {
  return { ...address, password };
}

async function withKeychain<T>(act: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof SecretsUnavailable) return fail(error.failure);
    throw error;
  }
}

function secretName(machineId: string, what: string): string {
  return `firm/${machineId}/${what}`;
}

function missing(): Failure {
  return {
    code: "secret_missing",
    message: "Tieout can't find this computer's login for the firm's server.",
    next: "If you started Tieout with --secrets memory, start it without. Otherwise, leave the firm under Settings › Firm and join again with a new invitation.",
  };
}
