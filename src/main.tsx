import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { preloadLayout } from "./app/layouts.tsx";
import { layoutOf, preloadPage } from "./app/routes.tsx";
import { watchSubmits } from "./lib/forms/early-submit.ts";
import { startServiceWorker } from "./sw-bridge/start.ts";
import { startOutbox } from "./sw-bridge/start-outbox.ts";
import "./ui/styles/styles.css";

async function start(root: HTMLElement) {
	// Stamped by the prerenderer. `/404`, `/offline` and the dashboard's shell are served at addresses other than their own, and must hydrate
	// as themselves. Absent in development, where nothing is prerendered.
	const prerendered = root.dataset.path;
	const path = prerendered ?? location.pathname;
	// What cannot be loaded says so in its place (ErrorBoundary).
	await Promise.allSettled([preloadPage(path), preloadLayout(layoutOf(path))]);
	const app = (
		<BrowserRouter>
			<App firstPath={path} />
		</BrowserRouter>
	);
	// As a transition, hydration runs in slices of a few milliseconds, so taps in between still get a response.
	if (prerendered) {
		startTransition(() => {
			hydrateRoot(root, app, { onRecoverableError: (error) => console.error("hydration", error) });
		});
	} else createRoot(root).render(app);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
watchSubmits();
void start(root);
// A page inside one of our frames leaves both to the page around it.
if (window === window.top) {
	startServiceWorker();
	startOutbox();
}
