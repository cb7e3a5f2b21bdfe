import { expect, test } from "vitest";
import { createBearerEnvSource } from "#main/transport/tokens/token-source.ts";

test("a token that the ledger refuses is replaced by whoever set it up; where from is for those who look into it", async () => {
  const refused = await createBearerEnvSource("BIRCH_TOKEN", () => "old").refresh("old");
  if (refused.ok) throw new Error("renewed");
  const { code, message, next, detail } = refused.failure;
  expect(code).toBe("needs_sign_in");
  expect(`${message} ${next}`).not.toContain("BIRCH_TOKEN");
  expect(detail).toContain("BIRCH_TOKEN");
});
