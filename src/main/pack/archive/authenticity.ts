import { isSignedBy, keyIdOf, publicPem } from "#main/signatures/ed25519.ts";
import { dayName } from "#shared/kernel/readable.ts";
import type { PackAuthenticity, PackManifest, PackProblem } from "#shared/model/close/pack.ts";
import { fingerprint, nameOfNoted, type PersonKey, type SignOffProof, signOffText } from "#shared/model/close/signature.ts";
import { MANIFEST } from "./read-manifest.ts";

/** The signature of `manifest.json` as it is, byte for byte, and the public key for other programs. */
export const SIGNATURE = "signature/manifest.sig";
export const PUBLIC_KEY = "signature/public_key.pem";

/** What a pack says of its signature; bytes null: not in the archive. */
export interface SignedParts {
  readonly manifest: PackManifest;
  readonly manifestBytes: Uint8Array;
  readonly signature: Uint8Array | null;
  readonly pem: Uint8Array | null;
  /** True where the firm's own record has the pack with this hash. */
  readonly isOnRecord?: boolean;
}

type Wrong = (problem: PackProblem) => void;
type Verdict = PackAuthenticity["pack"];

const ROLES = { preparer: "the preparer", reviewer: "the reviewer", closed: "the person who closed the period" } as const;
const SIGNED = {
  preparer: "The preparer's sign-off",
  reviewer: "The reviewer's sign-off",
  closed: "The record of who closed the period",
} as const;

/**
 * Checks who signed a pack and the sign-offs in it. Without the firm's keys it can show that nothing was changed after the owner
 * of a key signed, and not whose key that is.
 * @param keys the firm's public keys; null where nobody gave them
 * @param wrong told of every signature that isn't right
 * @param isChanged true where a file doesn't match the manifest: its signature then says nothing about that file
 */
export function authenticityOf(parts: SignedParts, keys: readonly PersonKey[] | null, wrong: Wrong, isChanged: boolean): PackAuthenticity {
  const pack = verdictOnPack(parts, keys, wrong);
  const { isOnRecord = false } = parts;
  const signOffs = signOffsOf(parts.manifest).map(({ role, person, claim, proof }) => {
    const who = ROLES[role];
    if (proof === null) return { role, ...UNSIGNED, person };
    const isRight = keyIdOf(proof.publicKey) === proof.keyId && isSignedBy(proof.publicKey, Buffer.from(claim(proof)), proof.signature);
    if (!isRight) wrong(problem(MANIFEST, `the signature of ${who} doesn't match this client, period and figures`));
    return { role, ...judged({ ...proof, person }, isRight, keys, SIGNED[role], wrong) };
  });
  const { shows, cannotShow } = told(pack, signOffs, { keysGiven: keys !== null, isChanged, isOnRecord });
  return { keysGiven: keys !== null, pack, signOffs, shows: [...shows, ...pinsOf(parts.manifest)], cannotShow };
}

const UNSIGNED = { state: "unsigned" as const, keyId: null, owner: null };

function verdictOnPack({ manifest, manifestBytes, signature, pem }: SignedParts, keys: readonly PersonKey[] | null, wrong: Wrong): Verdict {
  const { signer } = manifest;
  if (signer === null) {
    const left = signature !== null ? "a signature" : pem !== null ? "a public key" : null;
    if (left !== null) wrong(problem(MANIFEST, `the pack has ${left}, but the manifest names no signer`));
    return { ...UNSIGNED, person: null };
  }
  const isKey = keyIdOf(signer.publicKey) === signer.keyId;
  if (!isKey) wrong(problem(MANIFEST, "the public key doesn't match its fingerprint"));
  if (pem !== null && Buffer.from(pem).toString() !== publicPem(signer.publicKey))
    wrong(problem(PUBLIC_KEY, "this isn't the public key that the manifest names"));
  const isRight = signature !== null && isSignedBy(signer.publicKey, manifestBytes, Buffer.from(signature).toString("base64"));
  if (signature !== null && !isRight)
    wrong(
      problem(
        SIGNATURE,
        "the signature doesn't match the manifest; the pack was changed after it was signed, or the signature was replaced",
      ),
    );
  return judged(signer, isKey && isRight, keys, "The pack", wrong);
}

interface Signed {
  readonly person: string;
  readonly keyId: string;
}

function judged({ person, keyId }: Signed, isRight: boolean, keys: readonly PersonKey[] | null, what: string, wrong: Wrong) {
  if (!isRight) return { state: "wrong" as const, person, keyId, owner: null };
  if (keys === null) return { state: "signed" as const, person, keyId, owner: null };
  const key = keys.find((one) => one.keyId === keyId);
  const named = `${nameOfNoted(person)}, key ${fingerprint(keyId)}`;
  if (key === undefined) {
    wrong(problem(null, `${what} is signed with a key that isn't on the firm's list (${named}).`));
    return { state: "unknown_key" as const, person, keyId, owner: null };
  }
  if (key.person.toLowerCase() !== nameOfNoted(person).toLowerCase()) {
    wrong(problem(null, `${what} names ${nameOfNoted(person)} as the signer, but was signed with ${key.person}'s key.`));
    return { state: "other_person" as const, person, keyId, owner: key.person };
  }
  if (key.ended?.how === "revoked") {
    const day = dayName(key.ended.at.slice(0, 10) as never);
    wrong(
      problem(null, `${what} is signed with a key that was revoked on ${day}, so anyone who had that key could have signed (${named}).`),
    );
    return { state: "revoked" as const, person, keyId, owner: key.person };
  }
  return { state: "proven" as const, person, keyId, owner: key.person };
}

interface StoredSignOff {
  readonly role: keyof typeof ROLES;
  readonly person: string;
  readonly proof: SignOffProof | null;
  /** The text that the proof has to be a signature of. */
  readonly claim: (proof: SignOffProof) => string;
}

function signOffsOf({ client, period, signatures, closed }: PackManifest): StoredSignOff[] {
  const all = [...signatures, ...(closed === null ? [] : [{ ...closed, role: "closed" as const }])];
  return all.map(({ role, person, hash, proof }) => ({
    role,
    person,
    proof,
    claim: ({ signedAt, keyId }) =>
      signOffText({
        tenantId: client.tenantId,
        periodStart: period.start,
        periodEnd: period.end,
        role,
        hash: hash ?? "",
        person,
        signedAt,
        keyId,
      }),
  }));
}

/** In plain words what the signatures show and what they can't. */
function told(
  pack: Verdict,
  signOffs: PackAuthenticity["signOffs"],
  { keysGiven, isChanged, isOnRecord }: { readonly keysGiven: boolean; readonly isChanged: boolean; readonly isOnRecord: boolean },
): Pick<PackAuthenticity, "shows" | "cannotShow"> {
  const shows: string[] = [];
  const cannotShow: string[] = [];
  const key = pack.keyId === null ? "" : fingerprint(pack.keyId);
  if (pack.state === "unsigned")
    cannotShow.push(
      isOnRecord
        ? "Who made the pack. It isn't signed, but its SHA-256 matches the firm's record of packs."
        : "Who made the pack, and whether it has changed. The pack isn't signed, so someone could have changed a file and recalculated the hashes.",
    );
  if (pack.state === "proven")
    shows.push(
      isChanged
        ? `${pack.owner} signed this pack's manifest (key ${key}), but Tieout found problems in the pack.`
        : `${pack.owner} signed this pack, and nothing in it has changed since (key ${key}).`,
    );
  if (pack.state === "signed") {
    shows.push(
      isChanged
        ? `The owner of key ${key} signed this pack's manifest, but Tieout found problems in the pack.`
        : `Nothing in this pack has changed since the owner of key ${key} signed it.`,
    );
    cannotShow.push(
      `Who owns the key. The pack says ${nameOfNoted(pack.person ?? "")} does, but only the firm's public keys can confirm it.`,
    );
  }
  for (const { role, state, person, owner } of signOffs) {
    const name = nameOfNoted(person ?? "");
    if (state === "proven")
      shows.push(
        role === "closed"
          ? `${owner} signed the figures of this period as the person who closed it.`
          : `${owner} signed the figures of this period as ${ROLES[role]}.`,
      );
    if (state === "signed")
      shows.push(
        role === "closed"
          ? `The record of the close by ${name} has a signature that matches this client, period and figures.`
          : `The sign-off by ${ROLES[role]} (${name}) has a signature that matches this client, period and figures.`,
      );
    if (state === "unsigned")
      cannotShow.push(`Whether ${name} ${role === "closed" ? "closed the period" : `signed off as ${ROLES[role]}`}. There's no signature.`);
  }
  if (!keysGiven && pack.state === "unsigned") return { shows, cannotShow };
  return { shows, cannotShow: keysGiven ? cannotShow : [...cannotShow, "Whether a key was revoked. Ask the firm for its public keys."] };
}

/** Who entered a PIN, where the pack says so: of the last sign-off in each role, as on the cover. Those before it no longer count. */
function pinsOf({ signatures }: PackManifest): string[] {
  const last = (["preparer", "reviewer"] as const).flatMap((role) => signatures.findLast((one) => one.role === role) ?? []);
  if (last.length === 0 || last.some(({ withPin }) => withPin === undefined)) return [];
  const without = last.filter(({ withPin }) => withPin === false);
  if (without.length === 0) {
    const which = last.length === signatures.length ? "each sign-off" : "the last sign-off in each role";
    return [`According to the pack, a PIN was entered for ${which}.`];
  }
  const who = without.map(({ role, person }) => `${ROLES[role]} (${nameOfNoted(person)})`).join(" and ");
  return [`According to the pack, no PIN was entered when ${who} signed off, so only the computer account identifies them.`];
}

function problem(file: string | null, message: string): PackProblem {
  return { file, kind: "signature", message };
}
