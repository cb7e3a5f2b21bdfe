import { ok } from "#shared/kernel/result.ts";
import { type ApiContext, findClient } from "../context.ts";
import type { Handlers } from "./handlers.ts";

/** Getting a grant, giving it up, and the keys that stand for one. Secrets go in here and never come out. */
export function signInHandlers(context: ApiContext) {
  const { signIns } = context;
  return {
    "signIn.choices": async () => signIns.choices(),
    "signIn.setApp": (app) => signIns.setApp(app),
    "signIn.keychain": async () => ok(await signIns.keychain()),
    "signIn.keepForSession": async () => ok(await signIns.keepForSession()),
    "signIn.begin": (asked) => signIns.begin(asked),
    "signIn.show": async ({ signInId }) => ok(await signIns.show(signInId)),
    "signIn.active": async () => ok([...(await signIns.active())]),
    "signIn.address": async ({ signInId }) => ok({ address: signIns.address(signInId) }),
    "signIn.openAgain": ({ signInId }) => signIns.openAgain(signInId),
    "signIn.cancel": async ({ signInId }) => {
      await signIns.cancel(signInId);
      return ok({});
    },
    "signIn.connect": ({ signInId, tenants }) => signIns.connect(signInId, tenants),
    "connections.disconnect": async ({ clientId, forget }) => {
      const client = await findClient(context, clientId);
      if (!client.ok) return client;
      const ended = await signIns.disconnect(clientId, forget);
      if (!ended.ok || forget) return ended;
      // The dashboard says so at once, and not only when the next reading finds no token.
      await context.pool.must("firm.saveRollup", { clientId, change: { state: "needs_sign_in" }, nowMs: context.clock.nowMs() });
      context.publish("clients.changed", { clientIds: [clientId] });
      return ended;
    },
    "certificates.list": () => signIns.certificates(),
    "certificates.make": (asked) => signIns.makeCertificate(asked),
    "certificates.import": (given) => signIns.importCertificate(given),
    "certificates.forget": async ({ keyId }) => {
      const forgotten = await signIns.forgetCertificate(keyId);
      return forgotten.ok ? ok({}) : forgotten;
    },
    "certificates.connect": (use) => signIns.connectByCertificate(use),
  } satisfies Partial<Handlers>;
}
