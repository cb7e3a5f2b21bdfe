import { describe, expect, it } from "vitest";
import { comparisonWords, scopeWords } from "#main/features/flux/threshold-words.ts";
import type { FluxScope } from "#shared/model/reports/flux.ts";

describe("flux thresholds on the command line", () => {
  it("say in words what they are for and compared with", () => {
    const words = (scope: FluxScope, account: string | null = null) => scopeWords({ scope, account });
    expect(words({ kind: "statement", statement: "profit_and_loss" })).toBe("Profit and loss");
    expect(words({ kind: "section", section: "operating_expenses" })).toBe("Operating expenses");
    expect(words({ kind: "risk", risk: "high" })).toBe("High-risk accounts");
    expect(words({ kind: "account_type", accountType: "other_expense" })).toBe("Accounts of type Other expense");
    expect(words({ kind: "account", accountId: "a:1" }, "6100 Rent")).toBe("6100 Rent");
    expect(words({ kind: "account", accountId: "a:1" })).toBe("Deleted account");
    expect(comparisonWords("prior_month")).toBe("the prior month");
    expect(comparisonWords(null)).toBe("every comparison");
  });
});
