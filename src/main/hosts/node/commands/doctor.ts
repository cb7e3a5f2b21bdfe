import { clientSource } from "#main/api/client-source.ts";
import { type Command, EXIT } from "./command.ts";

interface Check {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

export const doctor: Command = {
  noun: "doctor",
  verb: "",
  summary: "checks the data folder: files, versions, references, keychain",
  options: {},
  required: [],
  run: async ({ context, output }) => {
    const checks: Check[] = [];
    const firm = await context.pool.perform("firm.check", {});
    checks.push(
      firm.ok
        ? {
            what: "firm.sqlite",
            ok: firm.value.integrity === "ok",
            detail: `${firm.value.integrity}, schema ${firm.value.schema}, ${firm.value.bytes} bytes`,
          }
        : { what: "firm.sqlite", ok: false, detail: firm.failure.message },
    );
    for (const client of await context.pool.must("firm.clients", {})) {
      const source = await clientSource(context, client.clientId);
      if (source === null || client.rollup === null) {
        checks.push({ what: client.name, ok: true, detail: "nothing read yet" });
        continue;
      }
      const checked = await context.pool.perform("client.check", source);
      checks.push(
        checked.ok
          ? {
              what: client.name,
              ok: checked.value.integrity === "ok" && checked.value.foreignKeys === 0,
              detail: `${checked.value.integrity}, ${checked.value.foreignKeys} broken references, schema ${checked.value.schema}, ${checked.value.bytes} bytes`,
            }
          : { what: client.name, ok: false, detail: checked.failure.message },
      );
    }
    for (const stored of await context.connections.all()) {
      const limits = context.connections.limits(stored);
      // Old numbers are a warning: they make nothing wrong yet.
      if (!limits.ok) checks.push({ what: "limits", ok: false, detail: limits.failure.message });
      else if (limits.value.warning !== null)
        checks.push({ what: `limits of ${context.connections.view(stored).name}`, ok: true, detail: `warning: ${limits.value.warning}` });
    }
    const healthy = checks.every((check) => check.ok);
    output.result({ ok: healthy, checks }, [
      ...checks.map((check) => `${check.ok ? "ok " : "BAD"}  ${check.what}: ${check.detail}`),
      healthy ? "Everything checks." : "Something is wrong; the other clients are not affected.",
    ]);
    return healthy ? EXIT.done : EXIT.failed;
  },
};
