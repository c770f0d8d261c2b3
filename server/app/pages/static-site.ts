import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createAddressedPages } from "./addressed-pages.ts";

/** Assets have a hash of their content in their name, so they never change. */
const FOREVER = "public, max-age=31536000, immutable";
/** Cached, but revalidated at every use. */
const REVALIDATE = "no-cache";
const DASHBOARD_SHELL = "/dashboard/shell.html";

/**
 * The built pages: `/outbox` is `outbox.html`, an unknown page is `404.html`, and a missing file is a plain 404, so that a page is never
 * taken for a script. The dashboard has no unknown pages: its shell decides what to show at an address.
 */
export function addStaticSite(app: FastifyInstance, dist: string, publicUrl: () => string): void {
	const sendAddressed = createAddressedPages(dist, publicUrl);
	app.register(fastifyStatic, {
		root: dist,
		serve: false,
		preCompressed: true,
		dotfiles: "ignore",
		cacheControl: false,
		suppressWarning: true,
	});

	app.get("/*", async (request, reply) => {
		const path = readPath(request.url);
		if (path === undefined)
			return reply.code(400).type("text/plain; charset=utf-8").send("This address cannot be read.\n");
		if (path !== "/" && path.endsWith("/")) {
			const query = request.url.split("?").slice(1).join("?");
			return reply.redirect(writePath(path.slice(0, -1)) + (query && `?${query}`), 308);
		}
		const isFile = posix.extname(path) !== "";
		const file = path === "/" ? "/index.html" : isFile ? path : `${path}.html`;
		const hidden = path === "/404" || isHidden(file);
		if (!hidden && existsSync(join(dist, file))) return sendFile(request, reply, file);
		if (!hidden && path.startsWith("/dashboard/") && !isFile && existsSync(join(dist, DASHBOARD_SHELL)))
			return sendFile(request, reply, DASHBOARD_SHELL);
		return missing(reply, dist, isFile);
	});

	async function sendFile(request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
		reply.header("Cache-Control", file.startsWith("/assets/") ? FOREVER : REVALIDATE);
		return (await sendAddressed(request, reply, file)) ? reply : reply.sendFile(file);
	}
}

/** The decoded path; undefined if it cannot be decoded, or tries to leave its folder. */
function readPath(url: string): string | undefined {
	try {
		const path = decodeURIComponent(url.split("?")[0] ?? "/");
		return path.includes("\\") || path.includes("\0") || posix.normalize(path) !== path ? undefined : path;
	} catch {
		return undefined;
	}
}

/** Encodes it again: a decoded path may contain a line break or a question mark, which a Location header must not. */
function writePath(path: string): string {
	return path
		.split("/")
		.map((part) => encodeURIComponent(part).replace(/%3A|%3D|%40/g, decodeURIComponent))
		.join("/");
}

/** Dot files are notes from the build. Compressed siblings are chosen by what the browser accepts. */
function isHidden(file: string): boolean {
	return file.split("/").some((part) => part.startsWith(".")) || /\.(br|gz)$/.test(file);
}

function missing(reply: FastifyReply, dist: string, isFile: boolean): FastifyReply {
	reply.code(404).header("Cache-Control", REVALIDATE);
	if (isFile || !existsSync(join(dist, "404.html")))
		return reply.type("text/plain; charset=utf-8").send("Not found.\n");
	return reply.sendFile("/404.html");
}
