import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import {
  formatAmount,
  formatChange,
  formatCount,
  formatNumeral,
  formatPercent,
  formatShortCount,
  groupDigits,
  spokenAmount,
} from "../../../src/renderer/format/amounts/amount.ts";

describe("formatAmount", () => {
  it.each([
    ["1234.5", "USD", "en-GB", "1,234.50"],
    ["-1234.5", "USD", "en-GB", "(1,234.50)"],
    ["-0.00", "USD", "en-GB", "0.00"],
    ["0", "EUR", "en-GB", "0.00"],
    ["904910", "JPY", "en-GB", "904,910"],
    ["12.5", "KWD", "en-GB", "12.500"],
    ["9007199254740993.01", "USD", "en-GB", "9,007,199,254,740,993.01"],
    ["90.1250", "USD", "en-GB", "90.125"],
    ["100.5000", "USD", "en-GB", "100.50"],
    ["1234567.89", "EUR", "de-DE", "1.234.567,89"],
    ["1234567.89", "INR", "en-IN", "12,34,567.89"],
    ["1234.00", "EUR", "es-ES", "1234,00"],
    ["12345.00", "EUR", "es-ES", "12.345,00"],
    ["00012.30", "USD", "en-GB", "12.30"],
    ["7.1", "not a code", "en-GB", "7.10"],
  ])("%s %s in %s is %s", (value, currency, locale, shown) => {
    expect(formatAmount(value, currency, locale)).toBe(shown);
  });

  it("writes a change in percent as it writes an amount below zero", () => {
    expect([formatPercent("-11.6", "en-GB"), formatPercent("19", "en-GB"), formatPercent("0", "en-GB")]).toEqual(["(11.6)", "19.0", "0.0"]);
  });

  it("writes a change of a thousand percent and more as it is printed", () => {
    const changes = ["999.94", "999.96", "-2154.2", "-0.04"] as DecimalString[];
    expect(changes.map((change) => formatChange(change, "en-GB"))).toEqual(["999.9", ">999", "(>999)", "0.0"]);
  });

  it("keeps every digit that counts, whatever the length", () => {
    const decimal = fc.tuple(fc.stringMatching(/^[1-9][0-9]{0,30}$/), fc.stringMatching(/^[0-9]{0,8}$/));
    fc.assert(
      fc.property(decimal, ([whole, fraction]) => {
        const value = fraction === "" ? whole : `${whole}.${fraction}`;
        const back = groupDigits(value, 2, "en-GB").replaceAll(",", "");
        const least = fraction.slice(0, 2).padEnd(2, "0") + fraction.slice(2).replace(/0+$/, "");
        return back === `${whole}.${least}`;
      }),
    );
  });

  it("groups whole numbers as the platform does", () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom("en-GB", "de-DE", "en-IN", "es-ES", "pl-PL", "fr-FR", "de-CH"), (value, locale) => {
        expect(formatCount(value, locale)).toBe(new Intl.NumberFormat(locale, { numberingSystem: "latn" }).format(value));
      }),
    );
  });
});

it("rounds a count of a million and more where there is little room", () => {
  expect([999_999, 1_000_000, 1_249_999].map((count) => formatShortCount(count, "en-US"))).toEqual(["999,999", "1M", "1.2M"]);
});

describe("spoken and plain numerals", () => {
  it("says minus", () => {
    expect(spokenAmount("-1234.5", "USD", "en-GB")).toBe("minus 1,234.50 USD");
    expect(spokenAmount("2", "KWD", "en-GB")).toBe("2.000 KWD");
  });

  it("shows quantities with the decimals that count", () => {
    expect(formatNumeral("1.500", "en-GB")).toBe("1.5");
    expect(formatNumeral("-4", "en-GB")).toBe("−4");
    expect(formatNumeral("21.0000", "en-GB")).toBe("21");
  });

  it("knows the decimals of a currency", () => {
    expect(["JPY", "USD", "KWD", "??"].map(currencyDigits)).toEqual([0, 2, 3, 2]);
  });
});
