import type { IncomingMessage, ServerResponse } from "node:http";
import { type PracticePorts, practicePage } from "./page.ts";
import { answerWeakPage } from "./weak-pages.ts";

/** Answers with every weakness that the baseline can detect. Nothing here is real: no data, no secret, no login. */
export function answer(ports: PracticePorts, request: IncomingMessage, response: ServerResponse): void {
	response.setHeader("Server", "nginx/1.14.0");
	response.setHeader("X-Powered-By", "PHP/5.6.40");
	response.setHeader("X-Robots-Tag", "noindex");
	if (request.headers.origin) {
		response.setHeader("Access-Control-Allow-Origin", request.headers.origin);
		response.setHeader("Access-Control-Allow-Credentials", "true");
	}
	const url = URL.parse(request.url ?? "/", "http://localhost");
	if (url && answerWeakPage(url, request, response)) return;
	switch (url?.pathname) {
		case "/":
			response.setHeader("Set-Cookie", ["sessionid=practice-only; Path=/", "theme=light; Path=/"]);
			send(response, 200, "text/html; charset=utf-8", practicePage(ports));
			break;
		case "/.git/HEAD":
			send(response, 200, "text/plain", "ref: refs/heads/main\n");
			break;
		case "/.env":
			send(response, 200, "text/plain", "APP_ENV=practice\nDB_PASSWORD=not-a-real-password\n");
			break;
		default:
			send(response, 404, "text/plain", "Not found\n");
			break;
	}
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
	response.writeHead(status, { "Content-Type": type });
	response.end(body);
}
