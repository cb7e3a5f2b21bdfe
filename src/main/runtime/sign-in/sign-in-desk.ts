import type { SignIns } from "#main/api/sign-ins.ts";
import { fail, ok } from "#shared/kernel/result.ts";

const later = async () => fail({ code: "not_supported" as const, message: "Signing in through a profile is not there yet." });

/** Signing in, choosing tenants, certificates, and giving all of it up. */
export function createSignInDesk(): SignIns {
  return {
    choices: async () => ok([]),
    setApp: later,
    begin: later,
    show: async () => null,
    active: async () => [],
    openAgain: later,
    cancel: async () => undefined,
    connect: later,
    disconnect: later,
    certificates: async () => ok([]),
    makeCertificate: later,
    importCertificate: later,
    forgetCertificate: later,
    connectByCertificate: later,
  };
}
