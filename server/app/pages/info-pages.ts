import type { FastifyInstance } from "fastify";
import { scannerInfoPage } from "./scanner-info-page.ts";

type Info = {
	publicUrl: () => string;
	/** What the scanner sends as `User-Agent`. */
	userAgent: () => string;
	/** The operator's address. */
	email: string;
	now: () => Date;
};

const HALF_YEAR_MS = 180 * 86_400_000;

/** For operators of scanned hosts, and for people who found a vulnerability in this server. */
export function addInfoPages(app: FastifyInstance, { publicUrl, userAgent, email, now }: Info): void {
	app.get("/scanner-info", async (_request, reply) => {
		const html = scannerInfoPage({ userAgent: userAgent(), publicUrl: publicUrl(), email });
		return reply.type("text/html; charset=utf-8").header("Cache-Control", "no-cache").send(html);
	});

	// RFC 9116.
	app.get("/.well-known/security.txt", async (_request, reply) => {
		const expires = new Date(now().getTime() + HALF_YEAR_MS).toISOString();
		const lines = [
			`Contact: mailto:${email}`,
			`Expires: ${expires}`,
			"Preferred-Languages: en",
			`Canonical: ${publicUrl()}/.well-known/security.txt`,
		];
		return reply
			.type("text/plain; charset=utf-8")
			.header("Cache-Control", "no-cache")
			.send(`${lines.join("\n")}\n`);
	});
}
