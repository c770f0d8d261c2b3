import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { routes } from "./app/routes.tsx";
import { startServiceWorker } from "./sw-bridge/start.ts";
import { startOutbox } from "./sw-bridge/start-outbox.ts";
import "./ui/styles.css";

async function start(root: HTMLElement) {
	// Stamped by the prerenderer. `/404` and `/offline` are answered at other addresses than their own, and must be
	// hydrated as what they are. Absent in development, where nothing is prerendered.
	const prerendered = root.dataset.path;
	const path = prerendered ?? location.pathname;
	await routes.find((route) => route.path === path)?.Page.preload();
	const app = (
		<BrowserRouter>
			<App firstPath={path} />
		</BrowserRouter>
	);
	if (prerendered) hydrateRoot(root, app, { onRecoverableError: (error) => console.error("hydration", error) });
	else createRoot(root).render(app);
	document.documentElement.dataset.hydrated = "";
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void start(root);
startServiceWorker();
startOutbox();
