import { expect, test } from "vitest";
import { createWindowPause, type ToastView } from "#src/ui/toast/window-pause.ts";

const toast = { title: "Scan launched!", text: "Keep an eye on your email.", duration: 8000 };

function fakeToaster() {
	let focused = true;
	const shown: ToastView[] = [];
	const pause = createWindowPause({ show: (view) => shown.push(view), focused: () => focused });
	return {
		...pause,
		shown,
		last: () => shown.at(-1),
		lose() {
			focused = false;
			pause.pause();
		},
		regain() {
			focused = true;
			pause.resume();
		},
	};
}

test("a toast has no end while the window has no focus, and its whole time when it has it again", {
	meta: { acceptance: "S9.10" },
}, () => {
	const toaster = fakeToaster();
	toaster.add(toast);
	expect(toaster.last()).toMatchObject({ title: toast.title, duration: 8000 });
	toaster.lose();
	expect(toaster.last()).toMatchObject({ title: toast.title, duration: Number.POSITIVE_INFINITY });
	toaster.regain();
	expect(toaster.last()).toMatchObject({ title: toast.title, duration: 8000 });
	expect(new Set(toaster.shown.map(({ id }) => id)).size).toBe(1);
});

test("a toast that comes while the window has no focus waits for it", { meta: { acceptance: "S9.10" } }, () => {
	const toaster = fakeToaster();
	toaster.lose();
	toaster.add(toast);
	expect(toaster.last()?.duration).toBe(Number.POSITIVE_INFINITY);
	toaster.regain();
	expect(toaster.last()?.duration).toBe(8000);
});

test("a toast that has gone does not come back", () => {
	const toaster = fakeToaster();
	toaster.add(toast);
	toaster.last()?.onEnd();
	toaster.lose();
	toaster.regain();
	expect(toaster.shown).toHaveLength(1);
});
