import type { FastifyInstance } from "fastify";
import { API_BASE, MCP_PATH } from "#contract/routes.ts";
import { sendError } from "../errors.ts";
import { isHealthPath } from "../health-paths.ts";
import { guestOrigin, welcomeGuest } from "./cross-origin.ts";
import { namesOneHost } from "./named-host.ts";
import type { Origins } from "./origins.ts";
import { isSameOrigin } from "./same-origin.ts";
import { type Embed, securityHeaders } from "./security-headers.ts";
import { readForwardedFor } from "./trusted-proxies.ts";

const READS = ["GET", "HEAD", "OPTIONS"];

/** Checks every request before any route sees it. `origins` is a function because with PORT=0 they are only known after listening. */
export function addGatekeeper(
	app: FastifyInstance,
	origins: () => Origins,
	{ embed, styles }: { embed: Embed | undefined; styles: () => readonly string[] },
): void {
	app.addHook("onRequest", async (request, reply) => {
		const { publicUrl, isKnownHost } = origins();
		const isHttps = publicUrl.startsWith("https:");
		const path = request.url.split("?")[0] ?? "/";
		reply.headers(securityHeaders({ path, isHttps, embed, styles: styles() }));
		if (!namesOneHost(request.raw, request.originalUrl)) {
			return sendError(reply, "invalid_body", "This request names more than one host, so nothing was done.");
		}
		const { headers } = request.raw;
		if (headers["x-forwarded-for"]) headers["x-forwarded-for"] = readForwardedFor(String(headers["x-forwarded-for"]));
		// Load balancers check health by address and over plain http.
		if (isHealthPath(request.routeOptions.url)) return;

		if (!isKnownHost(request.host)) {
			return sendError(
				reply,
				"misdirected",
				`This server answers for ${publicUrl} only. Its operator can set PUBLIC_URL.`,
			);
		}
		if (isHttps && request.protocol === "http") {
			// A program that calls it without encryption has to notice, instead of being redirected each time.
			const isForPrograms = path.startsWith(API_BASE) || path === MCP_PATH;
			if (isForPrograms) return sendError(reply, "misdirected", `Please call ${publicUrl} instead.`);
			return reply.redirect(`${publicUrl}${request.url}`, 308);
		}
		const guest = guestOrigin(request, origins());
		if (guest !== undefined && welcomeGuest(guest, request, reply)) return reply.code(204).send();
		if (guest !== undefined || READS.includes(request.method)) return;
		const header = (name: string) => request.headers[name]?.toString();
		if (!isSameOrigin({ origin: header("origin"), secFetchSite: header("sec-fetch-site") }, origins())) {
			return sendError(reply, "cross_origin", "This request came from another site, so nothing was done.");
		}
	});
}
