import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { openStaticWindow } from "#test/support/static-window.ts";
import type { GridView } from "../../../src/renderer/ui/grid/state/use-grid-view.ts";

describe("a filter over a list that is loaded page by page", async () => {
  openStaticWindow();
  const { PagedFilter, readsOn } = await import("../../../src/renderer/ui/grid/paged-view.tsx");

  it("stops at a page that can't be read, and goes on once a person has tried again", async () => {
    let asked = 0;
    let isDown = true;
    const pages = new InfiniteQueryObserver(new QueryClient(), {
      queryKey: ["pages"],
      queryFn: ({ pageParam }) => {
        asked++;
        if (pageParam === 1 && isDown) throw new Error("can't be reached");
        return "page";
      },
      initialPageParam: 0,
      getNextPageParam: (_last, all) => (all.length < 3 ? all.length : undefined),
      retry: false,
    });
    const readOn = async () => {
      for (let turn = 0; turn < 9 && readsOn(pages.getCurrentResult(), 200); turn++) await pages.fetchNextPage();
      return asked;
    };
    await pages.refetch();
    expect([await readOn(), await readOn()]).toEqual([2, 2]);
    isDown = false;
    await pages.fetchNextPage();
    expect(await readOn()).toBe(4);
  });

  it("says that it loads only while it does", () => {
    const view = {
      text: "acme",
      setText: () => undefined,
      parts: [],
      shown: 1,
      all: 1,
      lines: [],
      grid: {},
    } as unknown as GridView<string>;
    const said = (isFetching: boolean, isError: boolean) => {
      const pages = { hasNextPage: true, isFetching, isFetchingNextPage: isFetching, isError, fetchNextPage: async () => undefined };
      const html = renderToStaticMarkup(createElement(PagedFilter<string>, { view, pages, read: 200, label: "Filter" }));
      return html.replaceAll(/<[^>]+>/g, "");
    };
    expect(said(true, false)).toContain("Still loading, 200 rows so far");
    expect(said(true, true)).toContain("Still loading, 200 rows so far");
    expect(said(false, true)).not.toContain("Still loading");
    expect(said(false, true)).toContain("Only the first 200 rows are searched and sorted");
  });
});

describe("the title of a client's screen", async () => {
  openStaticWindow();
  const { HeadLine } = await import("../../../src/renderer/ui/figures/figure-head.tsx");
  const { ScreenTitle } = await import("../../../src/renderer/ui/layout/screen-title.tsx");
  const { PagedFilter } = await import("../../../src/renderer/ui/grid/paged-view.tsx");

  it("is the name of the screen, and reads on with the date that it's as of", () => {
    const bare = { title: "Tie-outs as of 31 Oct 2026", children: null };
    const html = (name?: string) => renderToStaticMarkup(createElement(HeadLine, name === undefined ? bare : { ...bare, name }));
    expect(html("Tie-outs")).toMatch(/<h2[^>]*><span[^>]*>Tie-outs<\/span><span[^>]*> as of 31 Oct 2026<\/span><\/h2>/);
    expect(html()).toContain(">Tie-outs as of 31 Oct 2026</h2>");
    expect(html("Aging")).toContain(">Tie-outs as of 31 Oct 2026</h2>");
    // With the date in a field right below, the screen says it there alone, and paper in the title.
    const below = renderToStaticMarkup(createElement(HeadLine, { ...bare, name: "Tie-outs", isInField: true }));
    expect(below).toMatch(/<span class="[^"]*inField[^"]*"> as of 31 Oct 2026<\/span>/);
  });

  it("comes before the filter of a toolbar", () => {
    const view = { text: "", setText: () => undefined, parts: [], shown: 1, all: 1, lines: [], grid: {} } as unknown as GridView<string>;
    const pages = {
      hasNextPage: false,
      isFetching: false,
      isFetchingNextPage: false,
      isError: false,
      fetchNextPage: async () => undefined,
    };
    const title = createElement(ScreenTitle, { screen: "activity" });
    const html = renderToStaticMarkup(createElement(PagedFilter<string>, { title, view, pages, read: 1, label: "Filter activity" }));
    expect(html.indexOf("Activity</h2>")).toBeGreaterThan(0);
    expect(html.indexOf("Activity</h2>")).toBeLessThan(html.indexOf("<input"));
  });
});
