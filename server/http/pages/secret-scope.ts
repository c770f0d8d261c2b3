import type { FastifyInstance, FastifyReply } from "fastify";

/** Pages that a link in a mail leads to: whoever has the link may see them, and nobody else is to hear of them. */
export function addSecretScope(app: FastifyInstance, addPages: (pages: FastifyInstance) => void): void {
	app.register(async (pages) => {
		// Their forms have a button and nothing else.
		pages.addContentTypeParser(
			"application/x-www-form-urlencoded",
			{ parseAs: "string", bodyLimit: 1_024 },
			(_request, _body, done) => done(null, undefined),
		);
		pages.addHook("onRequest", async (_request, reply) => {
			reply.headers({
				"Cache-Control": "private, no-store",
				"Referrer-Policy": "no-referrer",
				"X-Robots-Tag": "noindex, nofollow, noarchive",
			});
		});
		addPages(pages);
	});
}

export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
	return reply.code(status).type("text/html; charset=utf-8").send(html);
}
