import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Pages with the vulnerabilities that web application scanners look for. All of it is fake: no database is queried, no file is read,
 * nothing typed is kept. False if the path is none of them.
 */
export function answerWeakPage(url: URL, request: IncomingMessage, response: ServerResponse): boolean {
	const given = (name: string) => url.searchParams.get(name) ?? "";
	switch (url.pathname) {
		case "/search":
			page(response, 200, `<p>Nothing found for ${given("q")}.</p>`);
			return true;
		case "/item":
			if (/['"]/.test(given("id")))
				page(
					response,
					500,
					"<p>You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version</p>",
				);
			else page(response, 200, "<p>An item that is not for sale.</p>");
			return true;
		case "/page":
			// What `/etc/passwd` looks like, made up.
			page(
				response,
				200,
				/(?:^|\/)etc\/passwd/.test(given("file")) ? "<pre>root:x:0:0:root:/root:/bin/bash\n</pre>" : "<p>A page.</p>",
			);
			return true;
		case "/go":
			// Header values must not contain line breaks, even on a weak site.
			response.writeHead(302, { Location: given("url").replace(/[^\x21-\x7e]/g, "") || "/" });
			response.end();
			return true;
		case "/login":
			// The form's fields are read and thrown away.
			request.resume();
			page(response, 200, LOGIN);
			return true;
		default:
			return false;
	}
}

/** Where a scanner finds the other pages: the landing page links here. */
const LOGIN = `<p>There is nothing to log in to.</p>
<form method="post" action="/login"><label>Name <input name="username"></label>
<label>Password <input type="password" name="password"></label> <button>Log in</button></form>
<ul><li><a href="/search?q=shoes">Search</a></li><li><a href="/item?id=1">Item</a></li>
<li><a href="/page?file=about">Page</a></li><li><a href="/go?url=/">Leave</a></li></ul>`;

function page(response: ServerResponse, status: number, body: string): void {
	response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" });
	response.end(`<!doctype html>\n<html lang="en"><title>Practice</title><body>${body}</body></html>\n`);
}
