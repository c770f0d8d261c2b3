import type { FastifyInstance, FastifyReply } from "fastify";

export const HOME_LINK = { href: "/", label: "Go to the home page" };

/** Pages that emails link to. Anyone with the link may open them, so nobody else may learn the link. */
export function addSecretScope(app: FastifyInstance, addPages: (pages: FastifyInstance) => void): void {
	app.register(async (pages) => {
		// Their forms have only a button.
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
