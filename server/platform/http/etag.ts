import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Sets this answer's `ETag` and returns whether the sender already has it (`If-None-Match`, RFC 9110, 13.1.2). The sender keeps answers
 * in memory and in no cache: they belong to one account, and signing out must leave nothing behind.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, answer: unknown): boolean {
	const tag = `"${createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 27)}"`;
	reply.header("ETag", `W/${tag}`);
	const known = request.headers["if-none-match"]?.split(",").map((entry) => entry.trim().replace(/^W\//, "")) ?? [];
	return known.includes(tag) || known.includes("*");
}
