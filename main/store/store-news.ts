export type StoreNews =
  | {
      readonly kind: 'store-salvaged'
      readonly keptAt: string
      readonly reason: string
      readonly conversations: number
      readonly messages: number
    }
  | { readonly kind: 'search-rebuilt' }
  | { readonly kind: 'turn-interrupted'; readonly answers: number }
  | { readonly kind: 'compare-interrupted' }
