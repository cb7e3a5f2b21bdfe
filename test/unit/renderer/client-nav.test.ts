import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";

openStaticWindow();
const { ClientNav } = await import("../../../src/renderer/features/client/client-nav.tsx");

it("has a number beside a screen where work waits, and nowhere else", () => {
  const numbered = (findings: number) => {
    const html = renderToStaticMarkup(createElement(ClientNav, { clientId: "a", screen: "overview", work: { findings } }));
    return [...html.matchAll(/>([^<]+)<span[^>]*>(\d+)<\/span><\/a>/g)].map(([, screen, count]) => [screen, count]);
  };
  expect(numbered(3)).toEqual([["Exceptions", "3"]]);
  expect(numbered(0)).toEqual([]);
});
