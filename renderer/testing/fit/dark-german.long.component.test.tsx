import { storiesFit } from './stories-fit'

storiesFit('dark', 'de')
