import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../states/skeleton.tsx';

const Editor = lazy(async () => {
  const { ExpressionEditor } = await import('./expression-editor.tsx');
  return { default: ExpressionEditor };
});

/** The editor of expressions, whose code is loaded when the first one is shown. */
export function ExpressionField(props: ComponentProps<typeof Editor>) {
  return (
    <Suspense fallback={<Skeleton lines={2} height={20} />}>
      <Editor {...props} />
    </Suspense>
  );
}
