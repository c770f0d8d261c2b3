import { describe, expect, test } from "vitest";
import { answerNavigation, isPageNavigation } from "../../../sw/routes.ts";

const ORIGIN = "https://plumbline.example";

/** A build with these pages, with or without a network. */
function depsWith(files: string[], network: "on" | "off") {
	const fetched: string[] = [];
	return {
		fetched,
		async fetch(request: Request) {
			fetched.push(new URL(request.url).pathname);
			if (network === "off") throw new TypeError("Failed to fetch");
			return new Response("from the network");
		},
		async precached(file: string) {
			return files.includes(file) ? new Response(`kept ${file}`) : undefined;
		},
	};
}

const open = async (path: string, deps: ReturnType<typeof depsWith>) =>
	(await answerNavigation(new Request(ORIGIN + path), deps)).text();

describe("which requests are answered", () => {
	const is = (mode: RequestMode, path: string) => isPageNavigation({ request: { mode }, url: new URL(path, ORIGIN) });

	test("navigations are, but never into the API", () => {
		expect(is("navigate", "/")).toBe(true);
		expect(is("navigate", "/r/secret")).toBe(true);
		expect(is("navigate", "/api/v1/reports/1.pdf")).toBe(false);
	});

	test("calls are not", () => {
		for (const mode of ["cors", "same-origin", "no-cors"] as const)
			expect(is(mode, "/api/v1/scans/combined/start/")).toBe(false);
	});
});

describe("every navigation opens with the network off", () => {
	test.each(["/unheard-of", "/r/secret", "/not-me/token", "/scanner-info", "/dashboard-of-others"])(
		"%s is the offline page",
		async (path) => {
			expect(await open(path, depsWith(["/offline.html", "/dashboard/shell.html"], "off"))).toBe("kept /offline.html");
		},
	);

	test.each(["/dashboard", "/dashboard/scans/1"])("%s is the dashboard's shell", async (path) => {
		expect(await open(path, depsWith(["/offline.html", "/dashboard/shell.html"], "off"))).toBe(
			"kept /dashboard/shell.html",
		);
	});

	test("a dashboard the build does not have is the offline page", async () => {
		expect(await open("/dashboard", depsWith(["/offline.html"], "off"))).toBe("kept /offline.html");
	});

	test("a build without an offline page gets the browser's own error", async () => {
		await expect(open("/unheard-of", depsWith([], "off"))).rejects.toThrow("Failed to fetch");
	});
});

describe("with the network on", () => {
	test.each(["/unheard-of", "/r/secret", "/not-me/token", "/scanner-info", "/.well-known/security.txt"])(
		"%s is the server's",
		async (path) => {
			const deps = depsWith(["/offline.html"], "on");
			expect(await open(path, deps)).toBe("from the network");
			expect(deps.fetched).toEqual([path]);
		},
	);

	test("the dashboard's shell is still the kept one", async () => {
		const deps = depsWith(["/dashboard/shell.html"], "on");
		expect(await open("/dashboard/findings", deps)).toBe("kept /dashboard/shell.html");
		expect(deps.fetched).toEqual([]);
	});
});
