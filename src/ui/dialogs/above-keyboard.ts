/** The parts of `visualViewport` that show what a keyboard covers. */
export type Viewport = Pick<
	VisualViewport,
	"height" | "offsetTop" | "scale" | "addEventListener" | "removeEventListener"
>;

/**
 * Sets an element's `--keyboard` to how much of the window's lower edge a keyboard covers. Only needed where the keyboard covers the page,
 * as on iPhones; elsewhere the page itself shrinks (index.html). Returns a function that stops it.
 */
export function watchKeyboard(
	{ style }: Pick<HTMLElement, "style">,
	viewport: Viewport | null = window.visualViewport,
	windowHeight: () => number = () => innerHeight,
): () => void {
	if (!viewport) return () => {};
	const look = () => {
		// If the user has zoomed in, the viewport is smaller for another reason.
		const covered = viewport.scale === 1 ? Math.round(windowHeight() - viewport.height - viewport.offsetTop) : 0;
		style.setProperty("--keyboard", `${Math.max(0, covered)}px`);
	};
	look();
	viewport.addEventListener("resize", look);
	viewport.addEventListener("scroll", look);
	return () => {
		viewport.removeEventListener("resize", look);
		viewport.removeEventListener("scroll", look);
	};
}
