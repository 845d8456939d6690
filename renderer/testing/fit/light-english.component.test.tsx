import { storiesFit } from './stories-fit'

storiesFit('light', 'en')
