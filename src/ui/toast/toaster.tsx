import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { Toaster, toast } from "sonner";
import { timings } from "#src/config/timings.ts";
import { Bob } from "#src/ui/page/bob.tsx";
import "./toast.css";
import type { ToastAction } from "./toast.ts";
import { createWindowPause } from "./window-pause.ts";

/**
 * Keeps an element in front of open dialogs. A modal dialog makes everything outside itself inert and covers it, whatever its
 * `z-index`, so the element moves into the last dialog opened, and back to the page when that closes.
 */
function keepAboveDialogs(element: HTMLElement): void {
	const place = () => {
		const open = [...document.querySelectorAll<HTMLElement>("dialog:modal")];
		// A dialog opened from another one is inside it or after it.
		const home = open.at(-1) ?? document.body;
		if (element.parentElement !== home) home.append(element);
	};
	new MutationObserver((changes) => {
		// `showModal` and `close` set and remove the attribute. A dialog that is removed while open takes its contents with it.
		if (!element.isConnected || changes.some(({ type }) => type === "attributes")) place();
	}).observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
	place();
}

function Action({ label, href, run, onDone }: ToastAction & { onDone(): void }) {
	const act = () => {
		onDone();
		run();
	};
	if (href === undefined) {
		return (
			<button type="button" data-toast-action="" onClick={act}>
				{label}
			</button>
		);
	}
	return (
		<a
			href={href}
			data-toast-action=""
			onClick={(event) => {
				// Leave opening a new tab or window to the browser.
				if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
				event.preventDefault();
				act();
			}}
		>
			{label}
		</a>
	);
}

const windowPause = createWindowPause({
	show: ({ id, title, text, duration, action, onEnd }) =>
		toast(title, {
			id,
			description: text,
			duration,
			icon: <Bob className="w-3" />,
			...(action && { action: <Action {...action} onDone={() => toast.dismiss(id)} /> }),
			onDismiss: onEnd,
			onAutoClose: onEnd,
		}),
	focused: () => document.hasFocus(),
});

/** Sonner's own hotkey focuses the list; we want the first toast focused. It is an effect that runs after Sonner's, so ours wins. */
function FirstToastKey({ host }: { host: HTMLElement }) {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.altKey && event.code === "KeyT")
				host.querySelector<HTMLElement>('[data-sonner-toast][data-front="true"]')?.focus();
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [host]);
	return null;
}

/** Adds the toaster to the page in its own root: it loads late and outlives every page. */
function mount(): void {
	const host = document.createElement("div");
	keepAboveDialogs(host);
	createRoot(host).render(
		<>
			<Toaster
				position="top-right"
				duration={timings.toast}
				hotkey={["altKey", "KeyT"]}
				swipeDirections={["left", "right", "top"]}
				containerAriaLabel="Messages"
				closeButton
				offset={{ top: "5rem", right: "1.5rem" }}
				mobileOffset={{ top: "4.5rem" }}
				toastOptions={{ unstyled: true, className: "toast", closeButtonAriaLabel: "Close" }}
			/>
			<FirstToastKey host={host} />
		</>,
	);
	addEventListener("blur", windowPause.pause);
	addEventListener("focus", windowPause.resume);
}

mount();

export const showToast = windowPause.add;

export const hideAllToasts = (): void => void toast.dismiss();
