import { useEffect } from "react";
import { Button } from "#src/ui/button.tsx";

type Props = {
	/** Address of the provider's embed script. */
	script: string;
	/** Address of the provider's hosted form. */
	form: string;
	onFailed: () => void;
	onOwn: () => void;
};

/** The provider's form, and its script for as long as the form is shown. A frame does not report whether it loaded; the script does. */
export function ProviderFrame({ script, form, onFailed, onOwn }: Props) {
	useEffect(() => {
		const element = document.createElement("script");
		element.src = script;
		element.async = true;
		element.onerror = onFailed;
		document.head.append(element);
		return () => element.remove();
	}, [script, onFailed]);
	return (
		<div className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto]">
			<iframe title="Data-protection assessment" src={form} className="size-full border-0 bg-paper" />
			<p className="border-line border-t px-4 text-15">
				Not loading?{" "}
				<Button variant="plain" onClick={onOwn}>
					Use our own form
				</Button>
			</p>
		</div>
	);
}
