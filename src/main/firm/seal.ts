import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

/** A key that others encrypt to, and its public part. */
export async function newIdentity(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The public part of an identity. @throws Error where the text is none */
export function recipientOf(identity: string): Promise<string> {
  return identityToRecipient(identity);
}

/** Encrypts a text so that each of the recipients alone can read it. @returns an armored age file */
export async function seal(text: string, recipients: readonly string[]): Promise<string> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) if (isRecipient(recipient)) encrypter.addRecipient(recipient);
  return armor.encode(await encrypter.encrypt(text));
}

/** What a machine says of its key is taken as it came: one that is none must not keep the others from reading. */
function isRecipient(recipient: string): boolean {
  try {
    new Encrypter().addRecipient(recipient);
    return true;
  } catch {
    // Whatever the library says of it: nothing can be encrypted to it.
    return false;
  }
}

/** @returns null when it isn't encrypted to this identity, or was changed */
export async function unseal(sealed: string, identity: string): Promise<string | null> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(armor.decode(sealed), "text");
  } catch {
    // The library throws the same kind of error for a foreign file and for a changed one.
    return null;
  }
}
