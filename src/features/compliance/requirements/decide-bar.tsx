import { TextButton } from "#src/ui/text-button.tsx";
import type { DecisionSaid } from "./use-decide.tsx";

type Props = {
	chosen: ReadonlySet<string>;
	/** How many pass the filter and can be decided. */
	choosable: number;
	onDecide(decision: DecisionSaid): void;
	/** Says that they apply, and asks why. */
	onJustify(): void;
	onAll(): void;
	onNone(): void;
};

/** Decides about several requirements at once, within the thumb's reach. */
export function DecideBar({ chosen, choosable, onDecide, onJustify, onAll, onNone }: Props) {
	const none = chosen.size === 0;
	return (
		<fieldset className="sticky bottom-[calc(var(--foot)+1px+env(safe-area-inset-bottom))] z-10 max-md:bleed max-h-[45dvh] overflow-y-auto border-line-strong border-y bg-raised py-1 shadow-float md:bottom-0 md:px-3 print:hidden">
			<legend className="sr-only">Several at once</legend>
			<div className="flex flex-wrap items-center gap-x-5">
				<span role="status" className="text-15 tabular-nums">
					{none ? "Choose requirements above." : `${chosen.size.toLocaleString("en")} chosen`}
				</span>
				{chosen.size < choosable && (
					<TextButton onClick={onAll}>Choose all {choosable.toLocaleString("en")}</TextButton>
				)}
				{!none && (
					<>
						<TextButton onClick={onNone}>Choose none</TextButton>
						<TextButton onClick={() => onDecide("applicable")}>Applicable</TextButton>
						<TextButton aria-haspopup="dialog" onClick={onJustify}>
							Applicable, because…
						</TextButton>
						<TextButton aria-haspopup="dialog" onClick={() => onDecide("not-applicable")}>
							Not applicable…
						</TextButton>
						<TextButton onClick={() => onDecide("reviewed")}>Still holds</TextButton>
					</>
				)}
			</div>
		</fieldset>
	);
}
