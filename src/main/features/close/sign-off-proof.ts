import type { ApiContext } from "#main/api/context.ts";
import { clientStep } from "#main/operations/client-work.ts";
import { periodHash } from "#main/store/close/close-signatures.ts";
import { gateSetting } from "#main/store/close/close-status.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { ok } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import { type SignOffClaim, type SignOffProof, signOffText } from "#shared/model/close/signature.ts";
import { withClose } from "./close-question.ts";

interface Signing {
  readonly clientId: string;
  readonly period: string;
  readonly role: SignOffClaim["role"];
  readonly template: CloseTemplate;
}

/** The figures that were signed off, by their hash, and the signature on them. */
export interface SignedOff {
  readonly hash: string;
  readonly proof: SignOffProof;
}

const signingStep = clientStep("close.signingStep", "reader", (work, { period, template }: Signing) =>
  withClose(work, period, template, (question) =>
    ok({ hash: periodHash(gateSetting(question, work.mirror, sha256)), start: question.period.start, end: question.period.end }),
  ),
);
export const signingSteps = [signingStep] as const;

/**
 * Signs the figures of a period with the current user's key. A sign-off doesn't wait for a keychain that can't be used: then
 * there is no signature, and the pack says so.
 * @returns null also where there is nothing to sign, which the sign-off itself then explains
 */
export async function signedOff(context: ApiContext, signing: Signing): Promise<SignedOff | null> {
  const connection = await context.connections.find(signing.clientId);
  if (connection === null) return null;
  const found = await context.perform(signingStep, signing);
  if (!found.ok) return null;
  const signer = await context.signer();
  if (signer === null) return null;
  const { hash, start, end } = found.value;
  const signedAt = instantFromMs(context.clock.nowMs());
  const { keyId, publicKey } = signer.key;
  const claim = { tenantId: connection.tenantId, periodStart: start, periodEnd: end, role: signing.role, hash, signedAt, keyId };
  return { hash, proof: { keyId, publicKey, signedAt, signature: signer.sign(signOffText({ ...claim, person: context.person })) } };
}
